package org.portolan.rehearsal.layout;

import org.portolan.types.ColumnType;

/**
 * Where a column of a table is in the design.
 *
 * @param name the name in the design
 * @param part where it lies
 * @param position the position in the key of the row or the item; -1 for other columns
 */
public record Place(String name, Part part, int position, ColumnType type) {
  /** A part of a row. */
  public enum Part {
    KEY,
    COLUMN,
    ITEM_KEY,
    ITEM_COLUMN,
    ELEMENT
  }
}
