package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.ConstraintException;
import org.portolan.data.NamedValues;
import org.portolan.design.ColumnRule;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;
import org.portolan.types.Spelling;
import org.portolan.types.Values;

/**
 * The columns of rows or of items, and what their values must satisfy: their types, and the rules
 * of the design. Rows and items are checked alike. Immutable once all columns are added.
 */
final class CheckedColumns {
  private final String owner;
  private final List<Column> columns = new ArrayList<>();

  /** By position; null for a column without a rule. */
  private final List<ColumnRule> rules = new ArrayList<>();

  private final Map<String, Integer> positions = new LinkedHashMap<>();

  /**
   * @param owner for messages: {@code entity 'product'}
   */
  CheckedColumns(String owner) {
    this.owner = owner;
  }

  void add(List<Column> added, Map<String, ColumnRule> rulesByColumn) {
    for (Column column : added) {
      positions.put(column.name(), columns.size());
      columns.add(column);
      rules.add(rulesByColumn.get(column.name()));
    }
  }

  /** Returns the positions of the columns by their names, in their order. */
  Map<String, Integer> positions() {
    return positions;
  }

  List<Column> columns() {
    return columns;
  }

  /**
   * Returns a column.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  Column column(String name) {
    Integer position = positions.get(name);
    if (position == null) {
      throw unknown(name);
    }
    return columns.get(position);
  }

  /** Returns the rules of additions to a column. */
  ColumnSum sum(String entity, String name) {
    return new ColumnSum(entity, column(name), rules.get(positions.get(name)));
  }

  /**
   * Refuses names that are no columns.
   *
   * @throws IllegalArgumentException if one is not
   */
  void require(Set<String> names) {
    for (String name : names) {
      if (!positions.containsKey(name)) {
        throw unknown(name);
      }
    }
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        owner
            + " has no column '"
            + name
            + "'; "
            + Spelling.hint(name, positions.keySet())
            + "it has "
            + positions.keySet().stream().sorted().toList());
  }

  /**
   * Returns the new values by position, checked, with defaults for those that have none.
   *
   * @throws IllegalArgumentException if a name is not a column, or a value not of its type
   * @throws ConstraintException if a value breaks the rule of its column
   */
  Object[] checked(WritePlace place, Map<String, Object> values) {
    require(values.keySet());
    Object[] checked = new Object[columns.size()];
    for (int position = 0; position < checked.length; position++) {
      Object value = typed(place, position, values.get(columns.get(position).name()));
      ColumnRule rule = rules.get(position);
      if (rule != null) {
        if (value == null) {
          value = rule.defaultValue().orElse(null);
        }
        require(place, position, value);
      }
      checked[position] = value;
    }
    return checked;
  }

  /**
   * Returns the values of which some change, the changes checked as by {@link #checked}; the others
   * were checked when they were read or written.
   *
   * @param whole with all columns
   */
  Object[] updated(WritePlace place, NamedValues whole, Map<String, Object> changes) {
    require(changes.keySet());
    Object[] values = new Object[columns.size()];
    for (int position = 0; position < values.length; position++) {
      String name = columns.get(position).name();
      if (!changes.containsKey(name)) {
        values[position] = whole.value(name);
        continue;
      }
      values[position] = typed(place, position, changes.get(name));
      require(place, position, values[position]);
    }
    return values;
  }

  /** Returns new values of some columns by position, checked as by {@link #checked}. */
  Object[] some(WritePlace place, Map<String, Object> values) {
    require(values.keySet());
    Object[] some = new Object[columns.size()];
    values.forEach(
        (name, value) -> {
          int position = positions.get(name);
          some[position] = typed(place, position, value);
          require(place, position, some[position]);
        });
    return some;
  }

  /** Checks the names and types of changes, and no rule. */
  void requireTypes(WritePlace place, Map<String, Object> changes) {
    require(changes.keySet());
    for (int position = 0; position < columns.size(); position++) {
      var unused = typed(place, position, changes.get(columns.get(position).name()));
    }
  }

  private Object typed(WritePlace place, int position, Object value) {
    try {
      return Values.check(columns.get(position), value);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          "cannot write the " + place.text() + ": " + wrong.getMessage(), wrong);
    }
  }

  private void require(WritePlace place, int position, Object value) {
    ColumnRule rule = rules.get(position);
    if (rule == null) {
      return;
    }
    Column column = columns.get(position);
    Optional<String> violation = rule.violation((ScalarType) column.type(), value);
    if (violation.isPresent()) {
      throw new ConstraintException(
          place.entity(),
          place.key(),
          Optional.ofNullable(place.collection()),
          Optional.ofNullable(place.itemKey()),
          column.name(),
          place.refusal(column.name(), violation.get()));
    }
  }
}
