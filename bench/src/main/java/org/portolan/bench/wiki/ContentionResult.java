package org.portolan.bench.wiki;

import java.time.Duration;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;

/**
 * The result of contended edits.
 *
 * @param edits edits acknowledged
 * @param creations creations acknowledged
 * @param editConflicts edits answered by a conflict, because the page was changed since it was
 *     read; each was read and retried
 * @param givenUp edits and creations that were not written in the end
 * @param transactions the outcomes of the transactions, by the place of the conflict
 * @param times of edits and creations, from the first read of the page to the end; in nanoseconds
 * @param elapsed the time of all writers together
 */
record ContentionResult(
    long edits,
    long creations,
    long editConflicts,
    long givenUp,
    ConflictStatistics transactions,
    Histogram times,
    Duration elapsed) {

  /** Returns the edits and creations acknowledged per second. */
  double editsPerSecond() {
    return (edits + creations) / Math.max(1e-9, elapsed.toNanos() / 1e9);
  }

  /**
   * Returns the number of conflicts on the same page: the first line of Kruber's table VI. An edit
   * whose page was changed before it was saved counts, and so does an undone transaction.
   */
  long samePage() {
    return editConflicts + undone(ConflictCause.SAME_ROW);
  }

  /**
   * Returns the number of conflicts between independent writes: the second line of Kruber's table
   * VI.
   */
  long overlapping() {
    return undone(ConflictCause.INDEX_ONLY);
  }

  /** Returns the transactions undone for a cause, whether retried or given up. */
  long undone(ConflictCause cause) {
    return transactions.retries().getOrDefault(cause, 0L)
        + transactions.aborts().getOrDefault(cause, 0L);
  }

  /** Returns the rows with the most conflicts, a line each. */
  String hotKeyLines(int linesMax) {
    return transactions.hotKeys().stream()
        .limit(linesMax)
        .map(hot -> hot.conflicts() + " " + hot.key())
        .collect(Collectors.joining("\n"));
  }
}
