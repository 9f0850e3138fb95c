package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ColumnType;
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
  final Set<String> numbered = new LinkedHashSet<>();
  final Set<String> unequal = new LinkedHashSet<>();
  final Set<String> unlisted = new LinkedHashSet<>();
  final Map<String, Boolean> truths = new LinkedHashMap<>();
  final List<TableUse.Further> further = new ArrayList<>();
  final List<List<String>> together = new ArrayList<>();
  final List<TableUse.Order> ordered = new ArrayList<>();
  final Set<String> read = new LinkedHashSet<>();
  final Set<String> written = new LinkedHashSet<>();
  final Set<String> incremented = new LinkedHashSet<>();
  final Map<String, TableUse.Computed> computed = new LinkedHashMap<>();
  boolean readsAll;

  /** The columns that the result needs, whatever the conditions are. */
  final Set<String> needed = new LinkedHashSet<>();

  /** The first use of the subquery by IN or EXISTS to which it belongs; negative of none. */
  int within = -1;

  /** Whether an outer join keeps rows of other tables that find none of this one. */
  boolean optional;

  /** Whether a condition of the result leaves out the rows that an outer join keeps. */
  boolean required;

  /** The turn of the side of an outer join to which it belongs; 0 of none. */
  int turn;

  /**
   * The turn of the subquery to which it belongs, whose rows are not joined with those around it.
   */
  int besideTurn;

  /** Whether it belongs to a subquery whose rows decide on those around it. */
  boolean inCondition;

  /** Whether it belongs to a subquery at which a condition looks, and no read does. */
  boolean filters;

  /** The uses of the other side with whose rows those of an outer join must agree. */
  final List<UseBuilder> partners = new ArrayList<>();

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

  /** Returns the type of a column; empty if the schema lacks it. */
  Optional<ColumnType> type(String column) {
    return table.flatMap(known -> known.column(column)).map(Column::type);
  }

  /** Returns whether a column of a row may be null, as far as the schema tells. */
  boolean mayBeNull(String column) {
    return table.flatMap(known -> known.column(column)).map(Column::nullable).orElse(true);
  }

  /** Returns whether rows may have no value of a column, and others have one. */
  boolean mayDifferByNull(String column) {
    return mayBeNull(column)
        && Stream.of(equal, listed, range, unequal, unlisted, present, absent)
            .noneMatch(columns -> columns.contains(column));
  }

  /** Returns what its rows are to those of the result. */
  ResultRows.Part part() {
    if (besideTurn > 0) {
      return filters ? ResultRows.Part.FILTER : ResultRows.Part.VALUE;
    }
    if (inCondition) {
      return ResultRows.Part.CONDITION;
    }
    return optional && !required ? ResultRows.Part.OPTIONAL : ResultRows.Part.ROW;
  }

  /** Notes a condition on a column of which nothing more is known. */
  void filter(String column) {
    filtered.add(column);
    opaque.add(column);
    read.add(column);
  }

  /**
   * Notes a comparison of a column with values. The sets above have room for one condition of each
   * form: a second one is a further one.
   */
  void condition(TableUse.Form form, String column) {
    read.add(column);
    Set<String> columns =
        switch (form) {
          case EQUAL -> equal;
          case UNEQUAL -> unequal;
          case LISTED -> listed;
          case UNLISTED -> unlisted;
          case ORDER -> throw new IllegalArgumentException("a comparison by order has an end");
        };
    if (!columns.add(column)) {
      further(new TableUse.Further(column, form, Optional.empty()));
    }
  }

  /**
   * Notes that a column is a condition by itself, and returns whether that is a comparison with a
   * constant: of a boolean with true or false, of a number of MySQL with 0. A second condition of
   * that form is none.
   */
  boolean isTruth(String column, boolean value) {
    Optional<ColumnType> type = type(column);
    boolean number = type.filter(of -> of.family() == ColumnType.Family.INTEGER).isPresent();
    boolean differs = number && value;
    if ((!number && type.filter(ColumnType::isBoolean).isEmpty())
        || (differs ? unequal : equal).contains(column)
        || truths.containsKey(column)) {
      return false;
    }
    truths.put(column, value);
    if (differs) {
      filtered.add(column);
    }
    condition(differs ? TableUse.Form.UNEQUAL : TableUse.Form.EQUAL, column);
    return true;
  }

  /** Notes one end of the range of a column. */
  void end(String column, TableUse.End end) {
    Set<TableUse.End> known =
        ends.computeIfAbsent(column, any -> EnumSet.noneOf(TableUse.End.class));
    Optional<TableUse.End> other =
        known.stream().filter(any -> any.isLower() == end.isLower()).findFirst();
    if (other.isEmpty()) {
      known.add(end);
      return;
    }
    // A read that is entered at an end with its value passes the rows of both conditions.
    TableUse.End kept = end.isIncluded() ? end : other.get();
    known.remove(other.get());
    known.add(kept);
    TableUse.End left = kept == end ? other.get() : end;
    further(new TableUse.Further(column, TableUse.Form.ORDER, Optional.of(left)));
  }

  /** Notes that the result needs a column. */
  void need(String column) {
    read.add(column);
    needed.add(column);
  }

  private void further(TableUse.Further condition) {
    further.add(condition);
    filtered.add(condition.column());
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
        unmodifiable(numbered),
        unmodifiable(unequal),
        unmodifiable(unlisted),
        Map.copyOf(truths),
        List.copyOf(further),
        List.copyOf(together),
        List.copyOf(ordered),
        unmodifiable(read),
        readsAll,
        unmodifiable(needed),
        within,
        unmodifiable(written),
        unmodifiable(incremented),
        Collections.unmodifiableMap(new LinkedHashMap<>(computed)),
        Math.max(besideTurn, optional && !required ? turn : 0));
  }

  /** A copy that keeps the order. */
  private static Set<String> unmodifiable(Set<String> set) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(set));
  }
}
