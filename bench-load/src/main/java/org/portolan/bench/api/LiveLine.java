package org.portolan.bench.api;

/** Shows the progress of a benchmark as one short line; each line replaces the one before. */
@FunctionalInterface
public interface LiveLine {
  LiveLine NONE = text -> {};

  /** Shows a line, or drops it if the last one was shown a moment ago. Thread-safe. */
  void show(String text);
}
