package org.portolan.bench.search;

import java.time.Duration;

/** The target of a search's load. Used by one thread. */
public interface ProbeTarget {

  /**
   * Offers a load for a time, after a warm-up that the target chooses.
   *
   * @param number the number of the probe in the trail, from 1
   */
  ProbeOutcome probe(int number, double load, Duration length);

  /** Waits, for a bounded time, until the after-effects of the last probe have ended. */
  Settled settle();

  /**
   * The end of a wait for calm.
   *
   * @param calm whether the store answers as quickly as before the search
   * @param text the reason of the wait, in a few words; empty if there was none
   */
  record Settled(boolean calm, Duration waited, String text) {
    /** Returns the result if no wait was needed. */
    public static Settled atOnce() {
      return new Settled(true, Duration.ZERO, "");
    }
  }
}
