package org.portolan.design;

import java.util.List;
import java.util.Locale;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;

/**
 * Ordered items owned by an entity row: revisions of a page, comments on it.
 *
 * @param itemKey tells the items of one row apart, and orders them
 */
public record CollectionDesign(
    String name, List<KeyColumn> itemKey, List<Column> columns, Storage storage) {

  /** Where the items lie. */
  public enum Storage {
    /** Each item in a row of its own, in a table of the collection: one key, one item. */
    ROWS,
    /** All items as cells of the entity's own row, in a family of the collection. */
    CELLS,
    /**
     * All items in one value, under the entity's key in a table of the collection: Kruber's
     * aggregate object. Every change rewrites it.
     */
    OBJECT;

    public String spelling() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public CollectionDesign {
    itemKey = List.copyOf(itemKey);
    columns = List.copyOf(columns);
  }
}
