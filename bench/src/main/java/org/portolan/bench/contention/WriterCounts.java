package org.portolan.bench.contention;

import java.util.Map;
import org.portolan.bench.api.Text;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;

/**
 * The counts of one process so far.
 *
 * @param retries attempts of writes that conflicted and ran again
 * @param reopened how often an author opened a page again after an edit conflict
 */
record WriterCounts(long commits, long retries, long reopened, long mergesWon, long mergesLost) {
  static final WriterCounts NONE = new WriterCounts(0, 0, 0, 0, 0);

  /**
   * @param store of the store's transactions
   * @param authors the same and the repeated openings of authors, as retries
   */
  static WriterCounts of(ConflictStatistics store, ConflictStatistics authors) {
    long retries = sum(store.retries());
    return new WriterCounts(
        store.commits(),
        retries,
        sum(authors.retries()) - retries,
        store.merges().won(),
        store.merges().lost());
  }

  private static long sum(Map<ConflictCause, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the mean number of attempts for a commit, those of given up writes included. */
  double attemptsOfACommit() {
    return (commits + retries) / (double) Math.max(1, commits);
  }

  WriterCounts plus(WriterCounts other) {
    return new WriterCounts(
        commits + other.commits,
        retries + other.retries,
        reopened + other.reopened,
        mergesWon + other.mergesWon,
        mergesLost + other.mergesLost);
  }

  String line() {
    return Text.format("%d %d %d %d %d", commits, retries, reopened, mergesWon, mergesLost);
  }

  static WriterCounts parse(String line) {
    String[] words = line.split(" ", -1);
    return new WriterCounts(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]));
  }
}
