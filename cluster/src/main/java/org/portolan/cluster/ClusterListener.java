package org.portolan.cluster;

import java.time.Duration;

/** Hears how far a start has come. Called by the thread that starts, in order. */
public interface ClusterListener {
  /** A listener that does nothing. */
  ClusterListener SILENT = new ClusterListener() {};

  /**
   * Jars are being fetched.
   *
   * @param fetched how many are there
   * @param expected how many there will be
   */
  default void fetching(int fetched, int expected) {}

  /** Something of note was done that is no server's start, said in a line. */
  default void note(String line) {}

  /** A server is up, as far as others need it, this long after the start began. */
  default void reached(String server, Duration after) {}
}
