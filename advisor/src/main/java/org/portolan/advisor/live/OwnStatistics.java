package org.portolan.advisor.live;

import java.util.List;
import java.util.Optional;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.Source;

/**
 * What a database knows of a column.
 *
 * @param distinct how many different values there are; if negative, as a share of the rows
 * @param common the most frequent values; empty if the database has none
 * @param histogram values that cut the other rows, in order, into equal parts; empty if the
 *     database has none, and of columns that are no times
 * @param min the least value; empty if the database does not tell
 */
record OwnStatistics(
    double distinct,
    double nullShare,
    double bytesMean,
    List<CommonValue> common,
    List<String> histogram,
    Optional<String> min,
    Optional<String> max) {

  /**
   * Returns the statistics of a column; the sample adds what the database does not tell. PostgreSQL
   * tells the length of long values as it stores them, compressed or as a reference to another
   * place; so the mean of the sample counts if it is greater.
   */
  ColumnStatistics with(ColumnStatistics sample, long rows) {
    return new ColumnStatistics(
        Math.round(distinct < 0 ? -distinct * rows : distinct),
        nullShare,
        Math.max(bytesMean, sample.bytesMean()),
        sample.bytesMax(),
        min.or(sample::min),
        max.or(sample::max),
        common.isEmpty() ? sample.mostCommon() : common,
        histogram,
        Source.DATABASE);
  }
}
