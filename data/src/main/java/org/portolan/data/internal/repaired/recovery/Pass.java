package org.portolan.data.internal.repaired.recovery;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.recovery.Finisher.Found;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.RowKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pass of the sweeper: finishes unfinished rows, and counts. Not thread-safe. */
final class Pass {
  private static final Logger LOG = LoggerFactory.getLogger(Pass.class);
  static final int FAILED_MAX = 1_000;

  private final Finisher finisher;
  private final Set<RowKey> reported;

  /** Rows that were written more recently are left to their writers. */
  final Duration ageMin;

  long rows;
  long finished;
  long pending;
  long removed;
  final Set<RowKey> failed = new LinkedHashSet<>();
  final Map<RowKey, Duration> ahead = new LinkedHashMap<>();

  /**
   * @param reported the rows whose failure earlier passes have logged; this pass adds to them
   */
  Pass(Finisher finisher, Duration ageMin, Set<RowKey> reported) {
    this.finisher = finisher;
    this.ageMin = ageMin;
    this.reported = reported;
  }

  void finish(RowKey row) {
    finish(row, () -> finisher.finish(row, ageMin));
  }

  void finish(RowKey row, WriteState state, Stopwatch known) {
    finish(row, () -> finisher.finish(row, state, known, ageMin));
  }

  private void finish(RowKey row, Supplier<Found> first) {
    try {
      Found found = first.get();
      if (found == Found.OVERTAKEN) {
        found = finisher.finish(row, ageMin);
      }
      switch (found) {
        case SETTLED, FINISHED, APPLIED -> finished++;
        case YOUNG, OVERTAKEN -> pending++;
      }
    } catch (RuntimeException e) {
      if (failed.size() < FAILED_MAX && failed.add(row) && reported.add(row)) {
        LOG.warn("row {} cannot be finished yet: {}", row, e.getMessage());
        LOG.debug("the failure", e);
      }
      pending++;
    }
  }

  /** Notes a row that no process can write because it was written with a wrong clock. */
  void noteAhead(RowKey row, Duration lead) {
    if (ahead.size() < FAILED_MAX) {
      ahead.put(row, lead);
    }
  }
}
