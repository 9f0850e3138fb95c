package org.portolan.design;

import java.util.Optional;

/**
 * A number derived from the rows.
 *
 * @param collection counts the items of this collection over all rows; empty counts the rows
 * @param where counts only rows in which this column is not null, as SQL's {@code COUNT(column)};
 *     empty counts every row
 * @param sums adds up this column, an int, long or short decimal, over the rows in which it is not
 *     null, as SQL's {@code SUM(column)}; a decimal in units of its last digit. Empty counts
 * @param shards 1 for a single counter, more for random(k): every change goes to a random one of k
 *     shards, and a read adds them up
 * @param transactional whether the counter must change in the transaction of the rows. If not, it
 *     changes there only where additions conflict with nothing, or rarely: see {@link
 *     #JOINING_SHARDS_MIN}. Elsewhere the data layer changes it right after the transaction, and a
 *     crash in between loses the change until {@code check --repair}
 */
public record CounterDesign(
    String name,
    Optional<String> collection,
    Optional<String> where,
    Optional<String> sums,
    int shards,
    boolean transactional) {

  /** The most shards a counter can have. */
  public static final int SHARDS_MAX = 1_000;

  /**
   * The number of shards from which additions rarely conflict in transactions of an engine on which
   * they may.
   */
  public static final int JOINING_SHARDS_MIN = 16;

  /** The most digits of a decimal that is added up: a number with more may not be a long. */
  public static final int SUM_DIGITS_MAX = 18;

  public CounterDesign {
    if (shards < 1 || shards > SHARDS_MAX) {
      throw new IllegalArgumentException(
          "counter '" + name + "' must have 1 to " + SHARDS_MAX + " shards but has " + shards);
    }
  }

  /** Counts the rows, or the items of a collection. */
  public CounterDesign(
      String name, Optional<String> collection, int shards, boolean transactional) {
    this(name, collection, Optional.empty(), shards, transactional);
  }

  /** Counts the rows, those in which a column is not null, or the items of a collection. */
  public CounterDesign(
      String name,
      Optional<String> collection,
      Optional<String> where,
      int shards,
      boolean transactional) {
    this(name, collection, where, Optional.empty(), shards, transactional);
  }

  /** Adds up a column over the rows. */
  public static CounterDesign sum(String name, String column, int shards, boolean transactional) {
    return new CounterDesign(
        name, Optional.empty(), Optional.empty(), Optional.of(column), shards, transactional);
  }

  /** Returns the same counter with another number of shards. */
  public CounterDesign withShards(int number) {
    return new CounterDesign(name, collection, where, sums, number, transactional);
  }

  /**
   * Returns what it counts, for people: {@code rows}, {@code items of history}, {@code the sum of
   * price}.
   */
  public String counted() {
    if (sums.isPresent()) {
      return "the sum of " + sums.get();
    }
    return collection
        .map(items -> "items of " + items)
        .orElse(where.map(column -> "rows with " + column).orElse("rows"));
  }
}
