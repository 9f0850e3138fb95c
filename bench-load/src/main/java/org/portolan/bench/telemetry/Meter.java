package org.portolan.bench.telemetry;

/** Reads counters of one kind. Used by one thread. */
interface Meter {
  /** Returns of what kind of figure it is, for example {@code requests}. */
  String kind();

  /** Returns where its figures come from, in a sentence for people. */
  String source();

  /**
   * Reads everything once, within some seconds at most.
   *
   * @throws RuntimeException if that failed; the run goes on
   */
  void read(Sweep sweep);
}
