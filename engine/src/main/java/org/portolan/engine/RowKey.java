package org.portolan.engine;

import org.portolan.types.Tuple;

/** A row's place in a store. Prints as {@code table(key, parts)}. */
public record RowKey(String table, Tuple key) {
  @Override
  public String toString() {
    return table + key;
  }
}
