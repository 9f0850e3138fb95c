package org.portolan.data.internal.schema;

import org.portolan.types.Tuple;

/**
 * The row or item that is to be written, for messages.
 *
 * @param collection null for a row
 * @param itemKey null for a row
 */
record WritePlace(String entity, Tuple key, String collection, Tuple itemKey) {
  static WritePlace ofRow(String entity, Tuple key) {
    return new WritePlace(entity, key, null, null);
  }

  /** Returns {@code row (7) of product}, or {@code item (1) of lines of row (7) of orders}. */
  String text() {
    String row = "row " + key + " of " + entity;
    return collection == null ? row : "item " + itemKey + " of " + collection + " of the " + row;
  }

  /** Returns the message of a refused value. */
  String refusal(String column, String why) {
    return "column '" + column + "' of the " + text() + " " + why + "; nothing was changed";
  }
}
