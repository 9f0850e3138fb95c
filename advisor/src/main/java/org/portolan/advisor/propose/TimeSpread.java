package org.portolan.advisor.propose;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.Source;

/**
 * How the values of a time are spread over the days: by the histogram of the database, if it has
 * one, otherwise evenly from the least to the greatest value. Frequent values count with their
 * shares, each on its day. Immutable.
 */
final class TimeSpread {
  /** The end of a spread with a larger share stands for "unknown" or "for ever". */
  private static final double SHARE_STANDS = 0.01;

  private static final int DATE_CHARS = "2024-03-01".length();

  private final List<Piece> pieces;
  private final int yearFirst;
  private final int yearLast;
  private final String basis;

  private TimeSpread(List<Piece> pieces, List<Long> bounds, String basis) {
    this.pieces = pieces;
    this.yearFirst = LocalDate.ofEpochDay(bounds.get(0)).getYear();
    this.yearLast = LocalDate.ofEpochDay(bounds.get(bounds.size() - 1)).getYear();
    this.basis = basis;
  }

  /** A share of the rows, spread evenly over days since 1970, the last one excluded. */
  private record Piece(long from, long to, double share) {
    double within(long first, long end) {
      double common = Math.min(end, to) - (double) Math.max(first, from);
      return Math.max(0, common) / (to - from) * share;
    }
  }

  /** Returns the spread of a column; empty if the statistics do not tell it. */
  static Optional<TimeSpread> of(ColumnStatistics column) {
    List<Piece> frequent = new ArrayList<>();
    double rest = 1;
    for (CommonValue value : column.mostCommon()) {
      OptionalLong day = day(value.value());
      if (day.isPresent()) {
        frequent.add(new Piece(day.getAsLong(), day.getAsLong() + 1, value.share()));
      }
      rest -= value.share();
    }
    List<Long> bounds = new ArrayList<>();
    column.histogram().stream()
        .flatMapToLong(value -> day(value).stream())
        .sorted()
        .forEach(bounds::add);
    String basis = "told by the histogram of the database";
    if (bounds.size() < 2) {
      bounds.clear();
      Stream.of(column.min(), column.max())
          .flatMap(Optional::stream)
          .flatMapToLong(value -> day(value).stream())
          .forEach(bounds::add);
      if (bounds.size() < 2 || bounds.stream().anyMatch(day -> stands(day, frequent))) {
        return Optional.empty();
      }
      basis =
          "assumed that they are spread evenly from "
              + LocalDate.ofEpochDay(bounds.get(0))
              + " to "
              + LocalDate.ofEpochDay(bounds.get(1))
              + ", the least and the greatest value"
              + (column.source() == Source.ALL_ROWS ? "" : " that is known");
    }
    withoutOutliers(bounds);
    List<Piece> pieces = new ArrayList<>(frequent);
    int last = bounds.size() - 1;
    for (int place = 0; place < last; place++) {
      long from = bounds.get(place);
      // Of the last day, too, there are rows; and a piece may be within one day.
      long to = Math.max(from + 1, bounds.get(place + 1) + (place + 1 == last ? 1 : 0));
      pieces.add(new Piece(from, to, Math.max(0, rest) / last));
    }
    return Optional.of(new TimeSpread(pieces, bounds, basis));
  }

  private static boolean stands(long day, List<Piece> frequent) {
    return frequent.stream().anyMatch(one -> one.from() == day && one.share() >= SHARE_STANDS);
  }

  /**
   * A single value far away makes a piece at an end long, longer than all others together; its
   * other rows lie probably beside those of its neighbour.
   */
  private static void withoutOutliers(List<Long> bounds) {
    int last = bounds.size() - 1;
    if (last < 3) {
      return;
    }
    long between = bounds.get(last - 1) - bounds.get(1);
    if (bounds.get(1) - bounds.get(0) > between) {
      bounds.set(0, bounds.get(1) - (bounds.get(2) - bounds.get(1)));
    }
    if (bounds.get(last) - bounds.get(last - 1) > between) {
      bounds.set(last, bounds.get(last - 1) + bounds.get(last - 1) - bounds.get(last - 2));
    }
  }

  private static OptionalLong day(String time) {
    if (time.length() < DATE_CHARS) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(LocalDate.parse(time.substring(0, DATE_CHARS)).toEpochDay());
    } catch (DateTimeException e) {
      return OptionalLong.empty(); // Such as 0000-00-00 and infinity, which no store takes.
    }
  }

  /**
   * Returns the largest share of the rows that one bucket has.
   *
   * @param days of a bucket
   */
  double shareMax(int days) {
    List<Piece> within = pieces.stream().filter(this::isWithinYears).toList();
    double most = 0;
    for (Piece piece : within) {
      // The share within days is a sum of lines: it is largest where days begin or end at a bound.
      for (long first :
          new long[] {piece.from(), piece.to(), piece.from() - days, piece.to() - days}) {
        double share = 0;
        for (Piece other : within) {
          share += other.within(first, first + days);
        }
        most = Math.max(most, share);
      }
    }
    // Values of other years are in the first or the last bucket, besides its own.
    double outside =
        pieces.stream().filter(one -> !isWithinYears(one)).mapToDouble(Piece::share).sum();
    return Math.min(1, most + outside);
  }

  private boolean isWithinYears(Piece piece) {
    int year = LocalDate.ofEpochDay(piece.from()).getYear();
    return year >= yearFirst && year <= yearLast;
  }

  /** Returns the year of the first value, apart from values far away. */
  int yearFirst() {
    return yearFirst;
  }

  /** Returns the year of the last value, apart from values far away. */
  int yearLast() {
    return yearLast;
  }

  /** Returns how the spread is known, for people. */
  String basis() {
    return basis;
  }
}
