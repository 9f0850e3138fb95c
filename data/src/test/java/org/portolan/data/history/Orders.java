package org.portolan.data.history;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.portolan.types.Collation;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/** The order of keys by the values of their columns, not by their bytes. Texts are plain ASCII. */
public final class Orders {
  private Orders() {}

  public static Comparator<Tuple> of(List<KeyColumn> columns) {
    return (left, right) -> {
      for (int position = 0; position < columns.size(); position++) {
        int order = compare(columns.get(position), left.get(position), right.get(position));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  private static int compare(KeyColumn column, Object left, Object right) {
    int order = compare(folded(column, left), folded(column, right));
    return column.direction() == KeyColumn.Direction.ASCENDING ? order : -order;
  }

  /** Texts that are equal ignoring case are the same key. */
  private static Object folded(KeyColumn column, Object value) {
    return folded(column.collation(), value);
  }

  /** Returns the same value for all texts that are equal under a collation. */
  static Object folded(Collation collation, Object value) {
    return value instanceof String text && collation != Collation.BINARY
        ? text.toLowerCase(Locale.ROOT)
        : value;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left == null || right == null) {
      return left == right ? 0 : left == null ? -1 : 1;
    }
    return ((Comparable<Object>) left).compareTo(right);
  }
}
