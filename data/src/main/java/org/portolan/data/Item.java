package org.portolan.data;

import java.util.Map;
import org.portolan.types.Tuple;

/**
 * An item of a child collection.
 *
 * @param key its key within the row
 * @param values by column, null where they are null
 */
public record Item(Tuple key, Map<String, Object> values) {
  public Object value(String column) {
    return values.get(column);
  }

  public String text(String column) {
    return (String) values.get(column);
  }
}
