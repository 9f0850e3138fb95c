package org.portolan.engine.adapter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/** Collects the parts of a row that a read finds. Not thread-safe. */
public final class RowBuilder {
  private final Tuple key;
  private Map<String, List<Object>> columns = Map.of();
  private Map<String, List<Row.Item>> items = Map.of();
  private Map<String, Long> counters = Map.of();
  private int bytes;

  public RowBuilder(Tuple key) {
    this.key = key;
  }

  public void columns(String family, List<Object> values, int foundBytes) {
    columns = with(columns, family, values);
    bytes += foundBytes;
  }

  public void items(String family, List<Row.Item> found, int foundBytes) {
    items = with(items, family, found);
    bytes += foundBytes;
  }

  public void counter(String family, long value, int foundBytes) {
    counters = with(counters, family, value);
    bytes += foundBytes;
  }

  /** Adds a part to a map; most reads ask for one family, so most maps have one entry. */
  private static <V> Map<String, V> with(Map<String, V> map, String family, V value) {
    if (map.isEmpty()) {
      return Map.of(family, value);
    }
    Map<String, V> larger = new LinkedHashMap<>(map);
    larger.put(family, value);
    return larger;
  }

  public Row build() {
    return new Row(key, view(columns), view(items), view(counters), bytes);
  }

  private static <V> Map<String, V> view(Map<String, V> map) {
    return map instanceof LinkedHashMap ? Collections.unmodifiableMap(map) : map;
  }
}
