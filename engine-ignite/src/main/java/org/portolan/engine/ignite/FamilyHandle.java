package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.List;
import org.apache.ignite.binary.BinaryObject;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Row;
import org.portolan.types.Column;
import org.portolan.types.Values;

/** A family of a table and the cache that holds it, by the row's key. */
sealed interface FamilyHandle {
  String name();

  String cache();

  /** Columns as a binary object. */
  record OfColumns(ColumnFamily family, String cache, BinaryForm form) implements FamilyHandle {
    @Override
    public String name() {
      return family.name();
    }

    /** Checks the values and encodes them. */
    BinaryObject encode(List<Object> values) {
      List<Column> columns = family.columns();
      if (values.size() != columns.size()) {
        throw new IllegalArgumentException(
            "family '"
                + name()
                + "' of "
                + columns.size()
                + " columns cannot take "
                + values.size()
                + " values");
      }
      List<Object> checked = new ArrayList<>(values.size());
      for (int index = 0; index < values.size(); index++) {
        checked.add(Values.check(columns.get(index), values.get(index)));
      }
      return form.encode(checked);
    }

    /** Returns which columns to decode, or null for all of them. */
    boolean[] projection(List<String> columns) {
      if (columns.isEmpty()) {
        return null;
      }
      boolean[] wanted = new boolean[family.columns().size()];
      for (String column : columns) {
        wanted[position(column)] = true;
      }
      return wanted;
    }

    int position(String column) {
      List<Column> declared = family.columns();
      for (int index = 0; index < declared.size(); index++) {
        if (declared.get(index).name().equals(column)) {
          return index;
        }
      }
      throw new IllegalArgumentException(
          "family '" + family.name() + "' has no column '" + column + "'");
    }
  }

  /** A counter as a long; {@link Row#counter} is zero where there is none. */
  record OfCounter(String name, String cache) implements FamilyHandle {}
}
