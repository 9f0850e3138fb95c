package org.portolan.migrate.sql;

import java.util.List;
import java.util.Optional;
import org.portolan.types.Spelling;

/**
 * A table.
 *
 * @param name as the mapping writes it
 * @param sql its name in statements
 * @param from what follows FROM to read the rows of this table alone, without those of tables that
 *     inherit from it; a partitioned table has the rows of its partitions
 * @param keys the columns of the primary key and of unique indexes without nulls, the primary key
 *     first
 * @param consistent whether its rows are part of a snapshot
 */
public record SqlTable(
    String name,
    String sql,
    String from,
    List<SqlColumn> columns,
    List<List<String>> keys,
    boolean consistent) {
  public SqlTable {
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
  }

  /** Returns a column by its name, in this case or, if there is only one, in another. */
  public Optional<SqlColumn> column(String name) {
    Optional<SqlColumn> exact =
        columns.stream().filter(column -> column.name().equals(name)).findFirst();
    if (exact.isPresent()) {
      return exact;
    }
    List<SqlColumn> others =
        columns.stream().filter(column -> column.name().equalsIgnoreCase(name)).toList();
    return others.size() == 1 ? Optional.of(others.get(0)) : Optional.empty();
  }

  /** Returns the columns by which people find a row; none if the table has no key. */
  public List<String> firstKey() {
    return keys.isEmpty() ? List.of() : keys.get(0);
  }

  /** Returns the columns, and one that is perhaps meant, for a message. */
  public String hint(String name) {
    List<String> names = columns.stream().map(SqlColumn::name).toList();
    return Spelling.hint(name, names) + "it has " + names;
  }
}
