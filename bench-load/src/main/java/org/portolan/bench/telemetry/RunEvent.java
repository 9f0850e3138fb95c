package org.portolan.bench.telemetry;

/**
 * Something that happened beside a run.
 *
 * @param second when it began, since the beginning of the run, warm-up included
 * @param until when it ended; the same for what has no length
 * @param text what a person reads
 */
public record RunEvent(Kind kind, double second, double until, String text) {

  /** What happened. */
  public enum Kind {
    /** A server died, came back, or did not answer. */
    FAULT,
    /** Servers compacted. */
    COMPACTION
  }

  /** Returns a fault at a moment. */
  public static RunEvent fault(double second, String text) {
    return new RunEvent(Kind.FAULT, second, second, text);
  }
}
