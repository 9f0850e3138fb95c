package org.portolan.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.portolan.types.Tuple;

/** One change within a row. Changes of one mutation apply in their order. */
public sealed interface Change {
  String family();

  /**
   * Replaces all columns of a {@link ColumnFamily}.
   *
   * @param values in the order of the declared columns, null for null
   */
  record PutColumns(String family, List<Object> values) implements Change {
    public PutColumns {
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }
  }

  /** Removes a whole family of any kind from the row, items and counter included. */
  record DeleteFamily(String family) implements Change {}

  /** Puts an item of an {@link ItemFamily}, replacing one of the same key. */
  record PutItem(String family, Tuple itemKey, List<Object> values) implements Change {
    public PutItem {
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }
  }

  /** Removes an item of an {@link ItemFamily}; does nothing if there is none. */
  record DeleteItem(String family, Tuple itemKey) implements Change {}

  /** Adds to the value of a {@link CounterFamily}. */
  record Add(String family, long delta) implements Change {}
}
