package org.portolan.engine.adapter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.portolan.engine.Condition;
import org.portolan.engine.StoredFamily;
import org.portolan.types.Column;
import org.portolan.types.Values;

/**
 * The columns that a family declares, found by their names. Immutable.
 *
 * @param family the family's name, for people
 * @param first the number of columns that the family had at first; writers need not know the others
 */
public record DeclaredColumns(String family, List<Column> columns, int first) {
  public DeclaredColumns {
    columns = List.copyOf(columns);
  }

  /** Returns the columns of a family, or of its items; none for a counter. */
  public static DeclaredColumns of(StoredFamily family) {
    return new DeclaredColumns(family.name(), family.columns(), family.firstColumns());
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
   * Returns one value for each column: a writer that does not know columns that were appended
   * leaves them null.
   *
   * @throws IllegalArgumentException if there are more values than columns, or fewer than the
   *     family had at first
   */
  public List<Object> completed(List<Object> values) {
    int missing = columns.size() - values.size();
    if (missing == 0) {
      return values;
    }
    if (missing < 0 || values.size() < first) {
      throw new IllegalArgumentException(
          "family '"
              + family
              + "' of "
              + columns.size()
              + " columns cannot take "
              + values.size()
              + " values");
    }
    List<Object> completed = new ArrayList<>(values);
    completed.addAll(Collections.nCopies(missing, null));
    return completed;
  }

  /**
   * Returns values in the form that a row holds, {@linkplain #completed completed}.
   *
   * @throws IllegalArgumentException if their number is wrong or a value does not fit its column
   */
  public List<Object> checked(List<Object> values) {
    List<Object> all = completed(values);
    List<Object> checked = new ArrayList<>(all.size());
    for (int position = 0; position < all.size(); position++) {
      checked.add(Values.check(columns.get(position), all.get(position)));
    }
    return checked;
  }
}
