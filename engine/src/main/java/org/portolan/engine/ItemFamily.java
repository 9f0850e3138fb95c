package org.portolan.engine;

import java.util.List;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;

/**
 * A family of any number of items, each under its key within the row, ordered by that key: cells of
 * a wide row in HBase, clustering rows in Cassandra. Items are put and deleted one by one.
 *
 * @param columns the columns of an item besides its key; may be empty
 */
public record ItemFamily(String name, List<KeyColumn> itemKey, List<Column> columns)
    implements Family {
  public ItemFamily {
    itemKey = List.copyOf(itemKey);
    columns = List.copyOf(columns);
    if (itemKey.isEmpty()) {
      throw new IllegalArgumentException("family '" + name + "' must have an item key");
    }
  }
}
