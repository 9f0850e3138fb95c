package org.portolan.engine.cassandra;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/** A row while its parts arrive. */
final class RowBuilder {
  private final Tuple key;
  private final Map<String, List<Object>> columns = new HashMap<>();
  private final Map<String, List<Row.Item>> items = new HashMap<>();
  private int bytes;

  RowBuilder(Tuple key) {
    this.key = key;
  }

  void columns(String family, List<Object> values, int size) {
    columns.put(family, values);
    bytes += size;
  }

  /** Adds the items found, unless there are none. */
  void items(String family, List<Row.Item> found, int size) {
    if (!found.isEmpty()) {
      items.put(family, found);
      bytes += size;
    }
  }

  Row build() {
    return new Row(key, columns, items, Map.of(), bytes);
  }
}
