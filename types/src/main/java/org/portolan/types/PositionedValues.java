package org.portolan.types;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * Values by column name, null allowed, in one array. All rows of a kind share the names and
 * positions, so a row costs only an array and not a hash table. Immutable if neither the positions
 * nor the array are changed.
 */
public final class PositionedValues extends AbstractMap<String, Object> {
  private final Map<String, Integer> positions;
  private final Object[] values;

  /**
   * Makes a map without copying anything.
   *
   * @param positions from 0, in the order of the columns
   * @param values one for each position
   */
  public PositionedValues(Map<String, Integer> positions, Object[] values) {
    this.positions = positions;
    this.values = values;
  }

  /** Returns whether these values have this very object as their positions. */
  public boolean isOf(Map<String, Integer> others) {
    return positions == others;
  }

  /** Returns the value at a position. */
  public Object at(int position) {
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
  public Set<String> keySet() {
    return Collections.unmodifiableSet(positions.keySet());
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
