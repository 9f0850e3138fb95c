package org.portolan.advisor.propose;

import java.util.List;
import java.util.Optional;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.design.key.TimeBuckets;

/**
 * Keeps partitions of Cassandra within the rule of thumb that {@code explain} measures them by:
 * 100,000 rows and 100 MB. Those of rows by a bucket of time, if the key goes on with a time of
 * which a live database has told how it is spread; otherwise by the number of a prefix.
 */
final class PartitionBound {
  static final double ROWS_MAX = 100_000;
  static final double BYTES_MAX = 100_000_000;
  private static final int PLACES_MAX = 256;

  /** Years that a store is expected to live on, after the last row. */
  private static final int YEARS_AHEAD = 10;

  /** Fewer years if there would be too many buckets: ten years of days are too many. */
  private static final int YEARS_AHEAD_MIN = 5;

  private PartitionBound() {}

  /** Returns how many rows a partition should have at most. */
  static double most(double bytesOfRow) {
    return Math.max(1, Math.min(ROWS_MAX, BYTES_MAX / Math.max(1, bytesOfRow)));
  }

  /**
   * Returns into how many partitions rows must be divided, a power of two; 1 for none. Of more than
   * 256, a scan would read too many at once: then {@link #tooFew} tells it.
   */
  static int places(double rows, double bytesOfRow) {
    double most = most(bytesOfRow);
    return rows <= most ? 1 : Math.min(PLACES_MAX, powerOfTwo(rows / most));
  }

  /** Returns what is wrong with places whose rows are still more than the bound; empty if none. */
  static Optional<String> tooFew(double rows, double bytesOfRow, int places, String remedy) {
    double each = rows / places;
    return each <= most(bytesOfRow)
        ? Optional.empty()
        : Optional.of(
            "each of the "
                + places
                + " still has about "
                + Decisions.number(each)
                + " rows, "
                + Decisions.number(each * bytesOfRow / 1e6)
                + " MB, more than it should; with more of them a scan would read too many at once: "
                + remedy);
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
   * What a bucket of time would be.
   *
   * @param buckets empty if no unit keeps partitions within the bound
   * @param rowsMax the estimated rows of the largest bucket
   * @param reason how that is known; without buckets, why there are none
   */
  record ByTime(Optional<TimeBuckets> buckets, double rowsMax, String reason) {}

  /**
   * Returns the largest unit of time whose rows fit into a partition.
   *
   * @param rows of the value that has most
   * @param values what is known of the time
   */
  static ByTime byTime(Optional<ColumnStatistics> values, String column, double rows, double most) {
    Optional<TimeSpread> known = values.flatMap(TimeSpread::of);
    if (known.isEmpty()) {
      return new ByTime(
          Optional.empty(),
          rows,
          "no statistics tell its years, or the first or last is a frequent value that stands for"
              + " none: with --from the database is asked; such partitions would not grow with time,"
              + " those by number do");
    }
    TimeSpread spread = known.get();
    String reason = spread.basis();
    double rowsOfDay = rows * spread.shareMax(1);
    if (rowsOfDay > most) {
      return new ByTime(
          Optional.empty(),
          rowsOfDay,
          "even a day would have about " + Decisions.number(rowsOfDay) + " rows, " + reason);
    }
    for (TimeBuckets.Unit unit : List.of(TimeBuckets.Unit.values())) {
      double rowsMax = rows * spread.shareMax(daysMax(unit));
      if (rowsMax <= most) {
        for (int ahead = YEARS_AHEAD; ahead >= YEARS_AHEAD_MIN; ahead--) {
          TimeBuckets buckets =
              new TimeBuckets(column, unit, spread.yearFirst(), spread.yearLast() + ahead);
          if (buckets.isSound()) {
            return new ByTime(Optional.of(buckets), rowsMax, reason);
          }
        }
      }
    }
    return new ByTime(
        Optional.empty(),
        rowsOfDay,
        "buckets small enough for the years from "
            + spread.yearFirst()
            + " to "
            + (spread.yearLast() + YEARS_AHEAD_MIN)
            + " would be more than the "
            + TimeBuckets.BUCKETS_MAX
            + " of a design");
  }

  private static int daysMax(TimeBuckets.Unit unit) {
    return switch (unit) {
      case YEAR -> 366;
      case MONTH -> 31;
      case DAY -> 1;
    };
  }
}
