package org.portolan.bench.telemetry;

/**
 * What is sampled of a server or of the client. All but those at a moment count what happened since
 * the last sample of the same server that has the figure, or since the beginning of the run.
 */
public enum Figure {
  /** Requests that read, as the engine counts them. */
  READS("reads"),
  /** Requests that write, as the engine counts them. */
  WRITES("writes"),
  /** Time that the process had a processor. */
  PROCESSOR_NANOS("processor_ns"),
  /** Bytes that the client sent to the server. */
  SENT_BYTES("sent_bytes"),
  /** Bytes that the client received from the server. */
  RECEIVED_BYTES("received_bytes"),
  /** Compactions that ended, where the engine counts them. */
  COMPACTIONS_ENDED("compactions_ended"),
  /** Compactions under way at the moment of the sample. */
  COMPACTIONS_RUNNING("compactions_running");

  private final String column;

  Figure(String column) {
    this.column = column;
  }

  /** Returns its name in files. */
  public String column() {
    return column;
  }

  boolean atAMoment() {
    return this == COMPACTIONS_RUNNING;
  }

  /** Returns whether a counter seen first may have counted before the run. */
  boolean isOlderThanItsFirstSight() {
    return this == READS || this == WRITES || this == COMPACTIONS_ENDED;
  }
}
