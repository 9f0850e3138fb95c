package org.portolan.bench.telemetry;

/**
 * An event at the servers during a run.
 *
 * @param second when it began, since the beginning of the run, warm-up included
 * @param until when it ended; the same as {@code second} for an event without length
 * @param text for people
 */
public record RunEvent(Kind kind, double second, double until, String text) {

  /** The kind of event. */
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
