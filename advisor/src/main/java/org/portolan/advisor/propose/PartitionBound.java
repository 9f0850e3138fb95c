package org.portolan.advisor.propose;

import java.time.DateTimeException;
import java.time.Year;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.key.TimeBuckets;

/**
 * Keeps partitions of Cassandra within the rule of thumb that {@code explain} measures them by:
 * 100,000 rows and 100 MB. Those of rows by a bucket of time, if the key goes on with a time of
 * which a live database has told the first and the last; otherwise by the number of a prefix.
 */
final class PartitionBound {
  static final double ROWS_MAX = 100_000;
  static final double BYTES_MAX = 100_000_000;
  private static final int PLACES_MAX = 256;

  /** Years that a store is expected to live on, after the last row. */
  private static final int YEARS_AHEAD = 10;

  private static final int YEAR_DIGITS = 4;

  private PartitionBound() {}

  /** Returns into how many partitions rows must be divided, a power of two; 1 for none. */
  static int places(double rows, double bytesOfRow) {
    double most = Math.max(1, Math.min(ROWS_MAX, BYTES_MAX / Math.max(1, bytesOfRow)));
    return rows <= most ? 1 : Math.min(PLACES_MAX, powerOfTwo(rows / most));
  }

  /** Returns the least power of two that is not less. */
  static int powerOfTwo(double least) {
    int power = 1;
    while (power < least && power < PLACES_MAX) {
      power *= 2;
    }
    return power;
  }

  /**
   * Returns the largest unit of time whose rows fit into a partition.
   *
   * @param places into how many partitions the rows of today must be divided
   * @return empty if the years are not known, or if not even days are enough
   */
  static Optional<TimeBuckets> byTime(
      Estimates estimates, PlannedTable table, String source, String column, int places) {
    OptionalInt first = estimates.least(table, source).map(PartitionBound::year).orElse(none());
    OptionalInt last = estimates.greatest(table, source).map(PartitionBound::year).orElse(none());
    if (first.isEmpty() || last.isEmpty()) {
      return Optional.empty();
    }
    double years = Math.max(1, last.getAsInt() - first.getAsInt() + 1);
    for (TimeBuckets.Unit unit : List.of(TimeBuckets.Unit.values())) {
      int each =
          switch (unit) {
            case YEAR -> 1;
            case MONTH -> 12;
            case DAY -> 365;
          };
      TimeBuckets buckets =
          new TimeBuckets(column, unit, first.getAsInt(), last.getAsInt() + YEARS_AHEAD);
      if (years * each >= places && buckets.isSound()) {
        return Optional.of(buckets);
      }
    }
    return Optional.empty();
  }

  private static OptionalInt none() {
    return OptionalInt.empty();
  }

  private static OptionalInt year(String time) {
    if (time.length() < YEAR_DIGITS) {
      return none();
    }
    try {
      return OptionalInt.of(Year.parse(time.substring(0, YEAR_DIGITS)).getValue());
    } catch (DateTimeException e) {
      return none();
    }
  }
}
