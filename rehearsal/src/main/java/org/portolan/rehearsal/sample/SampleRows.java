package org.portolan.rehearsal.sample;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.rehearsal.layout.Row;

/**
 * The rows of all tables. Immutable.
 *
 * @param tables by the names of the schema, in its order
 * @param spares rows that fit beside those of {@code tables}, to insert; by the names of the schema
 */
public record SampleRows(Map<String, List<Row>> tables, Map<String, List<Row>> spares) {
  public SampleRows {
    tables = copy(tables);
    spares = copy(spares);
  }

  private static Map<String, List<Row>> copy(Map<String, List<Row>> tables) {
    Map<String, List<Row>> copy = new LinkedHashMap<>();
    tables.forEach((table, rows) -> copy.put(table, List.copyOf(rows)));
    return Collections.unmodifiableMap(copy);
  }

  /** Returns the rows of a table; none if there is no such table. */
  public List<Row> of(String table) {
    return tables.getOrDefault(table, List.of());
  }

  /** Returns the rows that a statement may insert into a table. */
  public List<Row> spares(String table) {
    return spares.getOrDefault(table, List.of());
  }

  /** Returns the number of rows of all tables. */
  public long count() {
    return tables.values().stream().mapToLong(List::size).sum();
  }
}
