package org.portolan.bench.workload.engine;

/**
 * An error in what was read.
 *
 * @param text what was expected and what was read
 * @param stale whether it is right, but older than a write that was acknowledged before
 */
record Flaw(String text, boolean stale) {
  static Flaw wrong(String text) {
    return new Flaw(text, false);
  }
}
