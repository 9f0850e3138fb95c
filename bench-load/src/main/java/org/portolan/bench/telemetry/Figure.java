package org.portolan.bench.telemetry;

/**
 * The figures sampled from a server or from the client. All but momentary ones count from the last
 * sample of the same server that has the figure, or from the beginning of the run.
 */
public enum Figure {
  /** Requests that read, as the engine counts them. */
  READS("reads"),
  /** Requests that write, as the engine counts them. */
  WRITES("writes"),
  /** Processor time of the process. */
  PROCESSOR_NANOS("processor_ns"),
  /** Bytes that the client sent to the server. */
  SENT_BYTES("sent_bytes"),
  /** Bytes that the client received from the server. */
  RECEIVED_BYTES("received_bytes"),
  /** Compactions that ended, if the engine counts them. */
  COMPACTIONS_ENDED("compactions_ended"),
  /** Compactions under way at the moment of the sample. */
  COMPACTIONS_RUNNING("compactions_running");

  private final String column;

  Figure(String column) {
    this.column = column;
  }

  /** Returns the figure's name in files. */
  public String column() {
    return column;
  }

  boolean atAMoment() {
    return this == COMPACTIONS_RUNNING;
  }

  /** Returns whether a counter that is seen for the first time may have counted before the run. */
  boolean isOlderThanItsFirstSight() {
    return this == READS || this == WRITES || this == COMPACTIONS_ENDED;
  }
}
