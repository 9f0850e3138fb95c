package org.portolan.bench.telemetry;

/** Reads counters of one kind. Used by one thread. */
interface Meter {
  /** Returns the kind of its figures, for example {@code requests}. */
  String kind();

  /** Returns the source of its figures, in a sentence for people. */
  String source();

  /**
   * Reads all counters once, within some seconds at most.
   *
   * @throws RuntimeException if that fails; the run goes on
   */
  void read(Sweep sweep);
}
