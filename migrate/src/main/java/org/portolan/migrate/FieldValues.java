package org.portolan.migrate;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * The values of a row by column of the design. All rows of a table share the names, so a row costs
 * an array and not a hash table. Immutable if the array is not changed.
 */
final class FieldValues extends AbstractMap<String, Object> {
  private final Map<String, Integer> positions;
  private final Object[] values;

  /**
   * @param positions from 0, in their order
   * @param values taken over without a copy
   */
  FieldValues(Map<String, Integer> positions, Object[] values) {
    this.positions = positions;
    this.values = values;
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
  public Set<String> keySet() {
    return positions.keySet();
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
        return positions.entrySet().stream()
            .<Entry<String, Object>>map(
                column -> new SimpleImmutableEntry<>(column.getKey(), values[column.getValue()]))
            .iterator();
      }

      @Override
      public int size() {
        return values.length;
      }
    };
  }
}
