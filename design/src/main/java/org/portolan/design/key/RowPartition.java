package org.portolan.design.key;

import java.util.Optional;

/**
 * Which rows lie in one partition, on an engine that stores rows by partitions (Cassandra): those
 * that agree in the leading columns of their keys. Other engines store them as the key layout says.
 * Immutable.
 *
 * @param stated the number of leading key columns that the design names; 0 if it names none
 * @param buckets cut each partition by time
 */
public record RowPartition(int stated, Optional<TimeBuckets> buckets) {
  /** The partition that follows from the key layout. */
  public static final RowPartition BY_LAYOUT = new RowPartition(0, Optional.empty());

  /**
   * Returns how many leading key columns rows of one partition agree in: those that the design
   * names, or those from which the layout makes its prefix, otherwise all.
   */
  public int columns(KeyLayout layout, int keyColumns) {
    if (stated > 0) {
      return stated;
    }
    return layout.prefixRange() > 1 && layout.over() > 0
        ? Math.min(layout.over(), keyColumns)
        : keyColumns;
  }
}
