package org.portolan.data;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The outcomes of the writes of a store object so far.
 *
 * @param commits writes that were committed
 * @param retries attempts that conflicted and were retried, by cause
 * @param aborts writes given up after the last attempt, by cause
 * @param hotKeys the keys with the most conflicts, in descending order: at most {@value
 *     #HOT_KEYS_MAX}
 * @param merges the merges of delta buckets by this store object
 * @param groups the commits of several writes together
 */
public record ConflictStatistics(
    long commits,
    Map<ConflictCause, Long> retries,
    Map<ConflictCause, Long> aborts,
    List<HotKey> hotKeys,
    Merges merges,
    Groups groups) {
  public static final int HOT_KEYS_MAX = 20;

  /** A row and its number of conflicts. */
  public record HotKey(String key, long conflicts) {}

  /**
   * Transactions that moved logged changes from delta buckets to their read buckets.
   *
   * @param won those that were committed
   * @param lost those that conflicted with a writer; each was tried again or left for later
   * @param moved logged changes that were moved
   */
  public record Merges(long won, long lost, long moved) {
    public static final Merges NONE = new Merges(0, 0, 0);

    public long tried() {
      return won + lost;
    }

    private Merges since(Merges before) {
      return new Merges(won - before.won, lost - before.lost, moved - before.moved);
    }
  }

  /**
   * Commits that made several writes of this store object together, because they contended for the
   * same row.
   *
   * @param commits the number of such commits
   * @param writes the writes that they made; each is also one of {@link #commits}
   */
  public record Groups(long commits, long writes) {
    public static final Groups NONE = new Groups(0, 0);

    private Groups since(Groups before) {
      return new Groups(commits - before.commits, writes - before.writes);
    }
  }

  /**
   * Returns the outcomes since an earlier moment of the same store object, without the causes and
   * keys that have had no conflict since then.
   */
  public ConflictStatistics since(ConflictStatistics before) {
    Map<String, Long> earlier = new HashMap<>();
    before.hotKeys.forEach(hot -> earlier.put(hot.key, hot.conflicts));
    return new ConflictStatistics(
        commits - before.commits,
        difference(retries, before.retries),
        difference(aborts, before.aborts),
        hotKeys.stream()
            .map(hot -> new HotKey(hot.key, hot.conflicts - earlier.getOrDefault(hot.key, 0L)))
            .filter(hot -> hot.conflicts > 0)
            .sorted(Comparator.comparingLong(HotKey::conflicts).reversed())
            .toList(),
        merges.since(before.merges),
        groups.since(before.groups));
  }

  private static Map<ConflictCause, Long> difference(
      Map<ConflictCause, Long> now, Map<ConflictCause, Long> before) {
    Map<ConflictCause, Long> difference = new EnumMap<>(ConflictCause.class);
    now.forEach(
        (cause, count) -> {
          long since = count - before.getOrDefault(cause, 0L);
          if (since > 0) {
            difference.put(cause, since);
          }
        });
    return difference;
  }
}
