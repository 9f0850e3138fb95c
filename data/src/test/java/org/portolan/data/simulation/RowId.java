package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.design.EntityDesign;
import org.portolan.types.Collation;
import org.portolan.types.Tuple;

/** A row, however its key is spelt. */
record RowId(String entity, Tuple key) {
  static RowId of(EntityDesign entity, Tuple key) {
    List<Object> columns = new ArrayList<>();
    for (int position = 0; position < key.size(); position++) {
      Object value = key.get(position);
      boolean collated = entity.key().get(position).collation() != Collation.BINARY;
      columns.add(collated && value instanceof String text ? text.toLowerCase(Locale.ROOT) : value);
    }
    return new RowId(entity.name(), new Tuple(columns));
  }

  @Override
  public String toString() {
    return entity + key;
  }
}
