package org.portolan.bench.search;

import java.time.Duration;

/** What is put under load. Used by one thread. */
public interface ProbeTarget {

  /**
   * Offers a load for a time, after a warm-up of the target's choice.
   *
   * @param number of the probe in the trail, from 1
   */
  ProbeOutcome probe(int number, double load, Duration length);

  /** Waits until what the last probe left behind is gone, for a bounded time. */
  Settled settle();

  /**
   * How waiting for calm ended.
   *
   * @param calm whether the store answers as quickly as before the search
   * @param text what was waited for, in a few words; empty if nothing was
   */
  record Settled(boolean calm, Duration waited, String text) {
    /** Returns that there was nothing to wait for. */
    public static Settled atOnce() {
      return new Settled(true, Duration.ZERO, "");
    }
  }
}
