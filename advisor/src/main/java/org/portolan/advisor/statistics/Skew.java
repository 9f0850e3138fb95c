package org.portolan.advisor.statistics;

import java.util.List;

/**
 * How many rows refer to the same row: the children of a parent. Immutable and thread-safe.
 *
 * @param from the table that refers
 * @param fromColumns its columns
 * @param to the table that is referred to
 * @param toColumns its columns
 * @param rowsMean the mean number of rows for each value that occurs
 * @param rowsMax the number of rows of the most frequent value
 * @param mostCommon at most five of the most frequent values
 * @param exact whether all rows were counted; otherwise the figures are estimates
 */
public record Skew(
    String from,
    List<String> fromColumns,
    String to,
    List<String> toColumns,
    double rowsMean,
    long rowsMax,
    List<CommonValue> mostCommon,
    boolean exact) {

  public Skew {
    fromColumns = List.copyOf(fromColumns);
    toColumns = List.copyOf(toColumns);
    mostCommon = List.copyOf(mostCommon);
  }
}
