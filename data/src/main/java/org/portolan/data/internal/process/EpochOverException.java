package org.portolan.data.internal.process;

/**
 * The epoch of the design by which this process works is over, or another process has fenced this
 * one. Nothing was changed. No retry policy catches this: the same attempt would fail again, so the
 * store repeats the operation by the design of the epoch in force.
 */
public final class EpochOverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EpochOverException(String message) {
    super(message);
  }

  /** Returns the exception of a process that works by another epoch than the store's. */
  public static EpochOverException moved(long epoch, long stored) {
    return new EpochOverException(
        "this process works by epoch "
            + epoch
            + " of the store's design, and the store has epoch "
            + stored
            + "; this attempt changed nothing");
  }
}
