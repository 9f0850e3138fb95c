package org.portolan.bench.wiki;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.ConflictStatistics.HotKey;

/**
 * The result of contended edits.
 *
 * @param edits edits acknowledged
 * @param creations creations acknowledged
 * @param editConflicts edits answered by a conflict, because the page was changed since it was
 *     read; each was read and retried
 * @param givenUp edits and creations that were not written in the end
 * @param commits transactions committed
 * @param retries transactions undone and retried, by the place of the conflict
 * @param aborts transactions given up, by the place of the conflict
 * @param hotKeys the rows with the most conflicts in this store, most first
 * @param elapsed the time of all writers together
 */
record ContentionResult(
    long edits,
    long creations,
    long editConflicts,
    long givenUp,
    long commits,
    Map<ConflictCause, Long> retries,
    Map<ConflictCause, Long> aborts,
    List<HotKey> hotKeys,
    Duration elapsed) {

  static ContentionResult of(
      ContendedEdits.Tally tally, ConflictStatistics before, ConflictStatistics after, Duration elapsed) {
    return new ContentionResult(
        tally.edits.sum(),
        tally.creations.sum(),
        tally.editConflicts.sum(),
        tally.givenUp.sum(),
        after.commits() - before.commits(),
        difference(before.retries(), after.retries()),
        difference(before.aborts(), after.aborts()),
        after.hotKeys(),
        elapsed);
  }

  private static Map<ConflictCause, Long> difference(
      Map<ConflictCause, Long> before, Map<ConflictCause, Long> after) {
    Map<ConflictCause, Long> difference = new EnumMap<>(ConflictCause.class);
    for (ConflictCause cause : ConflictCause.values()) {
      difference.put(cause, after.getOrDefault(cause, 0L) - before.getOrDefault(cause, 0L));
    }
    return difference;
  }

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
    return retries.get(cause) + aborts.get(cause);
  }

  /** Returns the rows with the most conflicts, a line each. */
  String hotKeyLines(int linesMax) {
    return hotKeys.stream()
        .limit(linesMax)
        .map(hot -> hot.conflicts() + " " + hot.key())
        .collect(Collectors.joining("\n"));
  }
}
