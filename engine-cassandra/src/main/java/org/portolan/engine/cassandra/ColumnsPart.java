package org.portolan.engine.cassandra;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.ColumnFamily;
import org.portolan.types.Column;
import org.portolan.types.Values;

/**
 * A family of columns in CQL: one regular column for each of its own, and a marker that is true
 * where the row has the family, since all of its columns may be null.
 *
 * @param position among the families of columns of its table
 * @param marker the marker's name, not quoted; {@code names} those of the columns
 */
record ColumnsPart(ColumnFamily family, int position, String marker, List<String> names) {

  int column(String name) {
    List<Column> declared = family.columns();
    for (int index = 0; index < declared.size(); index++) {
      if (declared.get(index).name().equals(name)) {
        return index;
      }
    }
    throw new IllegalArgumentException(
        "family '" + family.name() + "' has no column '" + name + "'");
  }

  /** Returns the values in the form that a row holds, refusing wrong ones. */
  static List<Object> check(String family, List<Column> columns, List<Object> values) {
    if (values.size() != columns.size()) {
      throw new IllegalArgumentException(
          "family '"
              + family
              + "' has "
              + columns.size()
              + " columns and cannot take "
              + values.size()
              + " values");
    }
    List<Object> checked = new ArrayList<>(values.size());
    for (int index = 0; index < values.size(); index++) {
      checked.add(Values.check(columns.get(index), values.get(index)));
    }
    return checked;
  }
}
