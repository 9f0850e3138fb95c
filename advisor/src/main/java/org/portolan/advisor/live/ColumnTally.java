package org.portolan.advisor.live;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.Source;

/** The values of a column while rows are read. Not thread-safe. */
final class ColumnTally {
  static final int COMMON_MAX = 5;

  private static final char CUT = '\0';

  private final boolean number;
  private final Map<String, Integer> counts = new HashMap<>();
  private long rows;
  private long nulls;
  private long bytes;
  private long bytesMax;
  private String min;
  private String max;

  ColumnTally(ColumnType type) {
    number =
        switch (type.family()) {
          case INTEGER, DECIMAL, FLOAT -> true;
          default -> false;
        };
  }

  void add(String value, long length) {
    rows++;
    if (value == null) {
      nulls++;
      return;
    }
    bytes += length;
    bytesMax = Math.max(bytesMax, length);
    // Of a long value only the beginning is known: its length tells it from most others.
    boolean cut = value.length() >= TableReading.PREFIX_CHARS;
    counts.merge(cut ? value + CUT + length : value, 1, Integer::sum);
    min = min == null || compare(value, min) < 0 ? value : min;
    max = max == null || compare(value, max) > 0 ? value : max;
  }

  private int compare(String one, String other) {
    if (number) {
      try {
        return new BigDecimal(one).compareTo(new BigDecimal(other));
      } catch (NumberFormatException e) {
        return one.compareTo(other); // Money, NaN and infinity.
      }
    }
    return one.compareTo(other);
  }

  /**
   * Returns the statistics of the table.
   *
   * @param all how many rows the table has
   * @param unique whether no two rows have the same value
   */
  ColumnStatistics statistics(boolean whole, long all, boolean unique) {
    return new ColumnStatistics(
        whole ? counts.size() : distinct(all, unique),
        rows == 0 ? 0 : (double) nulls / rows,
        rows == nulls ? 0 : (double) bytes / (rows - nulls),
        bytesMax,
        Optional.ofNullable(min),
        Optional.ofNullable(max),
        common(),
        List.of(),
        whole ? Source.ALL_ROWS : Source.SAMPLE);
  }

  /**
   * The estimate of Haas and Stokes that PostgreSQL uses too: n d / (n - f + f n / N), where f
   * values of the n rows read occur once.
   */
  private long distinct(long all, boolean unique) {
    double read = rows - nulls;
    double present = rows == 0 ? 0 : all * (read / rows);
    long once = counts.values().stream().filter(count -> count == 1).count();
    if (unique || once == counts.size()) {
      return Math.round(present);
    }
    double found = counts.size();
    double estimate = read * found / (read - once + once * read / Math.max(present, read));
    return Math.round(Math.min(Math.max(estimate, found), Math.max(present, found)));
  }

  private List<CommonValue> common() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() > 1 && entry.getKey().indexOf(CUT) < 0)
        .sorted(
            Comparator.comparingInt((Map.Entry<String, Integer> entry) -> entry.getValue())
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(COMMON_MAX)
        .map(entry -> new CommonValue(entry.getKey(), (double) entry.getValue() / rows))
        .toList();
  }
}
