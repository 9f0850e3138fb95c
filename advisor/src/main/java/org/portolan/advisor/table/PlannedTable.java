package org.portolan.advisor.table;

import java.util.List;
import java.util.Optional;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.Table;

/**
 * A table in the terms of a design. Immutable.
 *
 * @param name the name in the design
 * @param columns all of them, in order
 */
public record PlannedTable(
    Table source, String name, List<PlannedColumn> columns, Identity identity) {
  public PlannedTable {
    columns = List.copyOf(columns);
  }

  /** Returns a column by its name in the schema. */
  public PlannedColumn column(String sourceName) {
    return find(sourceName)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "table " + source.name() + " has no column '" + sourceName + "'"));
  }

  /**
   * Returns the columns of each key that no two rows share, as the columns of the table spell them.
   * A key over the beginning of a text is not among them: an index cannot keep it.
   */
  public List<List<String>> uniqueKeys() {
    return source.keys().stream()
        .filter(Key::isUnique)
        .filter(key -> key.parts().stream().allMatch(part -> part.prefix() == 0))
        .map(key -> key.columns().stream().map(name -> column(name).source().name()).toList())
        .toList();
  }

  public Optional<PlannedColumn> find(String sourceName) {
    return columns.stream()
        .filter(column -> column.source().name().equals(sourceName))
        .findFirst()
        .or(
            () ->
                columns.stream()
                    .filter(column -> column.source().name().equalsIgnoreCase(sourceName))
                    .findFirst());
  }

  /** Returns the names in the design of columns that the schema names. */
  public List<String> names(List<String> sourceNames) {
    return sourceNames.stream().map(name -> column(name).name()).toList();
  }
}
