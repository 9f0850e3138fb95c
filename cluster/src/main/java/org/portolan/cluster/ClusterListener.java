package org.portolan.cluster;

import java.time.Duration;

/** Receives the progress of a start. Called by the starting thread, in order. */
public interface ClusterListener {
  /** A listener that does nothing. */
  ClusterListener SILENT = new ClusterListener() {};

  /**
   * Jars are being fetched.
   *
   * @param fetched the number fetched so far
   * @param expected the final number
   */
  default void fetching(int fetched, int expected) {}

  /** Something noteworthy other than the start of a server happened; one line. */
  default void note(String line) {}

  /** A server is up, as far as other servers need it, this long after the start began. */
  default void reached(String server, Duration after) {}
}
