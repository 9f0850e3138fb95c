package org.portolan.advisor.statistics;

import java.util.List;
import java.util.Optional;

/**
 * The values of a column. Immutable and thread-safe.
 *
 * @param distinct how many different values the whole table has; an estimate unless the source is
 *     {@link Source#ALL_ROWS}
 * @param nullShare the share of the rows that are null here, from 0 to 1
 * @param bytesMean the mean length of the values that are not null, in bytes
 * @param bytesMax the length of the longest value seen, in bytes; 0 if none was read
 * @param min the least value seen, by number or by code points, as text; empty if none was read
 * @param max the greatest value seen
 * @param mostCommon at most five values that several rows have, the most frequent first
 * @param histogram values in order between which equally many rows lie, apart from those with
 *     frequent values; empty if the database has none
 */
public record ColumnStatistics(
    long distinct,
    double nullShare,
    double bytesMean,
    long bytesMax,
    Optional<String> min,
    Optional<String> max,
    List<CommonValue> mostCommon,
    List<String> histogram,
    Source source) {

  public ColumnStatistics {
    mostCommon = List.copyOf(mostCommon);
    histogram = List.copyOf(histogram);
  }

  /** Returns these with a better number of different values. */
  public ColumnStatistics withDistinct(long better) {
    return new ColumnStatistics(
        better, nullShare, bytesMean, bytesMax, min, max, mostCommon, histogram, source);
  }
}
