package org.portolan.advisor.statistics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The rows of a table. Immutable and thread-safe.
 *
 * @param rows how many there are; empty if it is not known
 * @param exact whether they were counted; otherwise the database estimates them
 * @param bytes the size of the table without its indexes, as the database stores it; empty if it is
 *     not known
 * @param indexBytes the size of its indexes; empty if it is not known
 * @param sampled how many rows were read for the statistics of the columns
 * @param columns the statistics of the columns by the names of the schema, in its order; empty if
 *     only rows were counted
 */
public record TableStatistics(
    OptionalLong rows,
    boolean exact,
    OptionalLong bytes,
    OptionalLong indexBytes,
    long sampled,
    Map<String, ColumnStatistics> columns) {

  public TableStatistics {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }

  /** Returns the statistics of a table whose rows were counted and not read. */
  public static TableStatistics counted(long rows) {
    return new TableStatistics(
        OptionalLong.of(rows), true, OptionalLong.empty(), OptionalLong.empty(), 0, Map.of());
  }

  public Optional<ColumnStatistics> column(String name) {
    return Optional.ofNullable(columns.get(name));
  }
}
