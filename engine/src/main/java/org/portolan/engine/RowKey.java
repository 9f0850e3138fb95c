package org.portolan.engine;

import org.portolan.types.Tuple;

/** The table and the key of a row. Prints as {@code table(key, parts)}. */
public record RowKey(String table, Tuple key) {
  @Override
  public String toString() {
    return table + key;
  }
}
