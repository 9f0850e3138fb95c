package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.portolan.types.Tuple;

/** The values of an index under which a row is listed. */
final class IndexedValues {
  private IndexedValues() {}

  /**
   * Returns one value; for each element one if a column is a set or list; none if a column is null.
   *
   * @param columns those of the index, of the key or the families of the entity
   */
  static List<Tuple> of(
      EntitySchema entity, List<String> columns, Tuple key, Map<String, Object> values) {
    Object[] single = new Object[columns.size()];
    int many = -1;
    Collection<?> manyValues = List.of();
    for (int position = 0; position < single.length; position++) {
      Object value = entity.valueOf(columns.get(position), key, values);
      if (value == null) {
        return List.of();
      }
      if (value instanceof Collection<?> collection) {
        many = position;
        manyValues = collection;
      }
      single[position] = value;
    }
    if (many < 0) {
      return List.of(new Tuple(Arrays.asList(single)));
    }
    List<Tuple> all = new ArrayList<>(manyValues.size());
    for (Object value : manyValues) {
      single[many] = value;
      all.add(new Tuple(Arrays.asList(single)));
    }
    return all;
  }
}
