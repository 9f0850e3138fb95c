package org.portolan.data.internal.build;

import java.util.ArrayList;
import java.util.List;

/** Counts violations, and keeps the first of them. Used by one thread. */
final class Violations {
  private final List<Violation> kept = new ArrayList<>();
  private long count;

  void add(Violation violation) {
    count++;
    if (kept.size() < BuildResult.VIOLATIONS_MAX) {
      kept.add(violation);
    }
  }

  boolean isFull() {
    return kept.size() == BuildResult.VIOLATIONS_MAX;
  }

  /** Counts one more that is not kept. */
  void count() {
    count++;
  }

  boolean isEmpty() {
    return count == 0;
  }

  BuildResult result(long rows, long entries) {
    return new BuildResult(rows, entries, kept, count);
  }
}
