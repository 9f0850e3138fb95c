package org.portolan.design.key;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Cuts the rows that would be in one partition into buckets by a timestamp of the key: the years,
 * months or days, in UTC, of some calendar years. Earlier times are in the first bucket and later
 * ones in the last, so the buckets are known without a look at the rows, and a scan of all of them
 * ends. Their texts sort by time. Immutable.
 *
 * @param column the timestamp, the first key column behind those of the partition
 * @param from the year of the first bucket
 * @param to the year of the last bucket
 */
public record TimeBuckets(String column, Unit each, int from, int to) {
  /** A scan of all rows of a partition reads every bucket: some ten years of days. */
  public static final int BUCKETS_MAX = 4_000;

  /** Years have four digits in the texts. */
  public static final int YEAR_MAX = 9_999;

  private static final int YEAR_DIGITS = "2024".length();
  private static final int MONTH_DIGITS = "2024-03".length();

  /** What a bucket has the rows of. */
  public enum Unit {
    YEAR,
    MONTH,
    DAY;

    /** Returns the word that {@code design.yaml} uses. */
    public String spelling() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the unit of a word; empty if there is none. */
    public static Optional<Unit> spelled(String word) {
      return Arrays.stream(values()).filter(unit -> unit.spelling().equals(word)).findFirst();
    }
  }

  /** Returns whether the years are a range, and the buckets not too many. */
  public boolean isSound() {
    return from >= 1 && from <= to && to <= YEAR_MAX && count() <= BUCKETS_MAX;
  }

  /** Returns the name of the column of the row key that holds the bucket: {@code placed_month}. */
  public String columnName() {
    return column + "_" + each.spelling();
  }

  /** Returns the number of buckets. */
  public int count() {
    return (int) Math.min(Integer.MAX_VALUE, position(LocalDate.of(to, 12, 31)) + 1);
  }

  /** Returns the bucket of a time: {@code 2024-03}. */
  public String of(Instant time) {
    LocalDate date = time.atOffset(ZoneOffset.UTC).toLocalDate();
    return text((int) Math.max(0, Math.min(count() - 1L, position(date))));
  }

  /** Returns the bucket at a position in the order of time, from 0. */
  public String text(int position) {
    LocalDate first = LocalDate.of(from, 1, 1);
    return switch (each) {
      case YEAR -> first.plusYears(position).toString().substring(0, YEAR_DIGITS);
      case MONTH -> first.plusMonths(position).toString().substring(0, MONTH_DIGITS);
      case DAY -> first.plusDays(position).toString();
    };
  }

  /** Returns the position of the first bucket whose text is not before another text. */
  public int notBefore(String text) {
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (text(middle).compareTo(text) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long position(LocalDate date) {
    return switch (each) {
      case YEAR -> (long) date.getYear() - from;
      case MONTH -> ((long) date.getYear() - from) * 12 + date.getMonthValue() - 1;
      case DAY -> ChronoUnit.DAYS.between(LocalDate.of(from, 1, 1), date);
    };
  }
}
