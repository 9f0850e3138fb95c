package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.Table;

/** A use of a table while its statement is analysed. Not thread-safe. */
final class UseBuilder {
  final Optional<Table> table;
  final String alias;
  final int place;
  TableUse.Role role = TableUse.Role.READ;
  final Set<String> equal = new LinkedHashSet<>();
  final Set<String> listed = new LinkedHashSet<>();
  final Set<String> range = new LinkedHashSet<>();
  final Map<String, Set<TableUse.End>> ends = new LinkedHashMap<>();
  final Set<String> absent = new LinkedHashSet<>();
  final Set<String> present = new LinkedHashSet<>();
  final Set<String> filtered = new LinkedHashSet<>();
  final Set<String> opaque = new LinkedHashSet<>();
  final Set<String> unequal = new LinkedHashSet<>();
  final Set<String> unlisted = new LinkedHashSet<>();
  final List<List<String>> together = new ArrayList<>();
  final List<TableUse.Order> ordered = new ArrayList<>();
  final Set<String> read = new LinkedHashSet<>();
  final Set<String> written = new LinkedHashSet<>();
  final Set<String> incremented = new LinkedHashSet<>();
  boolean readsAll;

  /** Whether an outer join keeps rows of other tables that find none of this one. */
  boolean optional;

  private final String name;

  UseBuilder(Optional<Table> table, String name, String alias, int place) {
    this.table = table;
    this.name = table.map(Table::name).orElse(name);
    this.alias = alias;
    this.place = place;
  }

  String name() {
    return name;
  }

  /** Returns the column's name in the schema, or as it is written if the schema lacks it. */
  String column(String written) {
    return table.flatMap(known -> known.column(written)).map(Column::name).orElse(written);
  }

  boolean has(String column) {
    return table.isPresent() && table.get().column(column).isPresent();
  }

  /** Returns whether a column of a row may be null, as far as the schema tells. */
  boolean mayBeNull(String column) {
    return table.flatMap(known -> known.column(column)).map(Column::nullable).orElse(true);
  }

  /** Notes a condition on a column of which nothing more is known. */
  void filter(String column) {
    filtered.add(column);
    opaque.add(column);
    read.add(column);
  }

  /**
   * Notes a condition on a column in one of the sets above. The set has room for one condition of a
   * column: of a second one nothing more is known.
   */
  void condition(Set<String> columns, String column) {
    read.add(column);
    if (!columns.add(column)) {
      filter(column);
    }
  }

  TableUse build() {
    return new TableUse(
        name,
        alias,
        table.isPresent(),
        role,
        unmodifiable(equal),
        unmodifiable(listed),
        unmodifiable(range),
        Map.copyOf(ends),
        unmodifiable(absent),
        unmodifiable(present),
        unmodifiable(filtered),
        unmodifiable(opaque),
        unmodifiable(unequal),
        unmodifiable(unlisted),
        List.copyOf(together),
        List.copyOf(ordered),
        unmodifiable(read),
        readsAll,
        unmodifiable(written),
        unmodifiable(incremented));
  }

  /** A copy that keeps the order. */
  private static Set<String> unmodifiable(Set<String> set) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(set));
  }
}
