package org.portolan.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.portolan.types.Tuple;

/** One change within a row. Changes of one mutation apply in their order. */
public sealed interface Change {
  String family();

  /**
   * Replaces all columns of a {@link ColumnFamily}.
   *
   * @param values in the order of the declared columns, null for null. A writer that does not know
   *     columns which {@link Engine#alterTable} has appended may leave them out: they become null
   */
  record PutColumns(String family, List<Object> values) implements Change {
    public PutColumns {
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }
  }

  /** Removes a whole family of any kind from the row, items and counter included. */
  record DeleteFamily(String family) implements Change {}

  /**
   * Puts an item of an {@link ItemFamily}; replaces an existing item with the same key.
   *
   * @param values as in {@link PutColumns}
   */
  record PutItem(String family, Tuple itemKey, List<Object> values) implements Change {
    public PutItem {
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }
  }

  /** Removes an item of an {@link ItemFamily}; does nothing if there is none. */
  record DeleteItem(String family, Tuple itemKey) implements Change {}

  /**
   * Removes all items of an {@link ItemFamily} in a range of their keys, at the cost of one
   * removal, however many items there are. Needs {@link Capabilities#itemRanges}. As with {@link
   * DeleteItem}, a later put of an item in the range has no effect if its version is not higher. If
   * the same mutation puts an item of the range afterwards, the removal counts as just before the
   * mutation's version.
   *
   * @param range of item keys. Each bound has at most one column after the leading columns in which
   *     both bounds agree: {@code a <= x <= b} or {@code a = x, y < b}. A range {@code (a, b) <=
   *     (x, y)} that spans several {@code a} is refused, because Cassandra needs several removals
   *     for it
   */
  record DeleteItems(String family, KeyRange range) implements Change {
    /**
     * @throws IllegalArgumentException if the bounds of the range differ in more columns
     */
    public DeleteItems {
      Tuple from = range.from();
      Tuple to = range.to();
      int common = 0;
      while (common < Math.min(from.size(), to.size())
          && Objects.equals(from.get(common), to.get(common))) {
        common++;
      }
      if (Math.max(from.size(), to.size()) > common + 1) {
        throw new IllegalArgumentException(
            "cannot remove the items of family '"
                + family
                + "' from "
                + from
                + " to "
                + to
                + " by one change: a bound may have one column more than the "
                + common
                + " in which both agree; divide the range by its leading columns");
      }
    }
  }

  /** Adds to the value of a {@link CounterFamily}. */
  record Add(String family, long delta) implements Change {}
}
