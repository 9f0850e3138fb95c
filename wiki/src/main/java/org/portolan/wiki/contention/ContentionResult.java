package org.portolan.wiki.contention;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.ConflictStatistics.HotKey;

/**
 * What became of contended edits.
 *
 * @param edits edits acknowledged
 * @param creations creations acknowledged
 * @param editConflicts edits answered by a conflict, the page having moved on since it was read;
 *     each was read and tried again
 * @param givenUp edits and creations that were not written in the end
 * @param commits transactions committed
 * @param retries transactions undone and tried again, by where they met another
 * @param aborts transactions given up, by where they met another
 * @param hotKeys the rows met on most often in this store, most first
 * @param elapsed how long all writers took
 */
public record ContentionResult(
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
      Tally tally, ConflictStatistics before, ConflictStatistics after, Duration elapsed) {
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

  /** Returns the edits and creations acknowledged in a second. */
  public double editsPerSecond() {
    return (edits + creations) / Math.max(1e-9, elapsed.toNanos() / 1e9);
  }

  /**
   * Returns how often two writers met on the same page: the first line of Kruber's table VI. An
   * edit whose page moved on before it was saved counts, as does a transaction undone.
   */
  public long samePage() {
    return editConflicts + undone(ConflictCause.SAME_ROW);
  }

  /** Returns how often independent writes met: the second line of Kruber's table VI. */
  public long overlapping() {
    return undone(ConflictCause.INDEX_ONLY);
  }

  /** Returns the transactions undone for a cause, whether tried again or given up. */
  public long undone(ConflictCause cause) {
    return retries.get(cause) + aborts.get(cause);
  }

  /** Returns the summary that a script can read. */
  public String summary() {
    return "edits="
        + edits
        + " creations="
        + creations
        + " same-page="
        + samePage()
        + " overlapping="
        + overlapping()
        + " unknown="
        + undone(ConflictCause.UNKNOWN)
        + " given-up="
        + givenUp
        + " commits="
        + commits
        + " edits-per-second="
        + String.format(Locale.ROOT, "%.0f", editsPerSecond());
  }

  /** Returns the rows met on most often, a line each. */
  public String hotKeyLines(int linesMax) {
    return hotKeys.stream()
        .limit(linesMax)
        .map(hot -> hot.conflicts() + " " + hot.key())
        .collect(Collectors.joining("\n"));
  }
}
