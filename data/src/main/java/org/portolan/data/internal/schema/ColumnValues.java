package org.portolan.data.internal.schema;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * The values of all columns of a row by column name. All rows share the names and positions, so a
 * row costs only an array and not a hash table. Immutable if the array is not changed.
 */
final class ColumnValues extends AbstractMap<String, Object> {
  private final Map<String, Integer> positions;
  private final Object[] values;

  /**
   * @param positions from 0, in the order of the columns
   * @param values taken over without a copy
   */
  ColumnValues(Map<String, Integer> positions, Object[] values) {
    this.positions = positions;
    this.values = values;
  }

  /** Returns whether these are values of columns at these positions. */
  boolean isOf(Map<String, Integer> others) {
    return positions == others;
  }

  /** Returns the value of the column at a position. */
  Object at(int position) {
    return values[position];
  }

  @Override
  public Object get(Object column) {
    Integer position = positions.get(column);
    return position == null ? null : values[position];
  }

  @Override
  public boolean containsKey(Object column) {
    return positions.containsKey(column);
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<String, Object>> iterator() {
        Iterator<Entry<String, Integer>> columns = positions.entrySet().iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return columns.hasNext();
          }

          @Override
          public Entry<String, Object> next() {
            Entry<String, Integer> column = columns.next();
            return new SimpleImmutableEntry<>(column.getKey(), values[column.getValue()]);
          }
        };
      }

      @Override
      public int size() {
        return values.length;
      }
    };
  }
}
