package org.portolan.rehearsal.layout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row of a relational table, its values in the Java classes of the design. Immutable.
 *
 * @param values by the names of the schema; a column that was not read is missing, one that is null
 *     is there
 */
public record Row(Map<String, Object> values) {
  public Row {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns a value; null if the column is null or was not read. */
  public Object get(String column) {
    return values.get(column);
  }

  /** Returns whether a column was read. */
  public boolean has(String column) {
    return values.containsKey(column);
  }

  /** Returns the row with another value of a column. */
  public Row with(String column, Object value) {
    Map<String, Object> others = new LinkedHashMap<>(values);
    others.put(column, value);
    return new Row(others);
  }
}
