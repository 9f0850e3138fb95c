package org.portolan.engine.adapter;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.Condition;
import org.portolan.types.Column;
import org.portolan.types.Values;

/**
 * The columns that a family declares, found by their names. Immutable.
 *
 * @param family the family's name, for people
 */
public record DeclaredColumns(String family, List<Column> columns) {
  public DeclaredColumns {
    columns = List.copyOf(columns);
  }

  /**
   * Returns the position of a column among those declared.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public int position(String column) {
    for (int position = 0; position < columns.size(); position++) {
      if (columns.get(position).name().equals(column)) {
        return position;
      }
    }
    throw new IllegalArgumentException("family '" + family + "' has no column '" + column + "'");
  }

  /**
   * Returns the position of a condition's column among those declared.
   *
   * @throws IllegalArgumentException if it is none of them, or the value does not fit it
   */
  public int position(Condition.ColumnEquals condition) {
    int position = position(condition.column());
    Values.check(columns.get(position), condition.value());
    return position;
  }

  /**
   * Returns which of the declared columns to read; null, meaning all, if no column is named.
   *
   * @throws IllegalArgumentException if a name is not that of a declared column
   */
  public boolean[] projection(List<String> names) {
    if (names.isEmpty()) {
      return null;
    }
    boolean[] wanted = new boolean[columns.size()];
    names.forEach(name -> wanted[position(name)] = true);
    return wanted;
  }

  /**
   * Refuses a list of values unless it has one value for each column.
   *
   * @throws IllegalArgumentException if it has not
   */
  public void requireCount(List<Object> values) {
    if (values.size() != columns.size()) {
      throw new IllegalArgumentException(
          "family '"
              + family
              + "' of "
              + columns.size()
              + " columns cannot take "
              + values.size()
              + " values");
    }
  }

  /**
   * Returns values in the form that a row holds.
   *
   * @throws IllegalArgumentException if their number is wrong or a value does not fit its column
   */
  public List<Object> checked(List<Object> values) {
    requireCount(values);
    List<Object> checked = new ArrayList<>(values.size());
    for (int position = 0; position < values.size(); position++) {
      checked.add(Values.check(columns.get(position), values.get(position)));
    }
    return checked;
  }
}
