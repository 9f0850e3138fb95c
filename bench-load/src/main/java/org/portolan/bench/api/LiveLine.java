package org.portolan.bench.api;

/** Where a benchmark says how it goes, a short line at a time, each in place of the last. */
@FunctionalInterface
public interface LiveLine {
  LiveLine NONE = text -> {};

  /** Shows a line, or keeps it to itself if the last one was a moment ago. Thread-safe. */
  void show(String text);
}
