package org.portolan.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.types.Tuple;

/**
 * The result of a read of one row. Immutable.
 *
 * @param columns by family, the values in the order of its declared columns; null if the value is
 *     null or was not requested; a family that the row does not have is not in the map
 * @param items by family, the items found, ascending by key, or descending if requested
 * @param counters by family
 * @param bytes the stored size of the data read, in bytes
 */
public record Row(
    Tuple key,
    Map<String, List<Object>> columns,
    Map<String, List<Item>> items,
    Map<String, Long> counters,
    int bytes) {

  /** An item: its key within the row, and its values in the order of the declared columns. */
  public record Item(Tuple key, List<Object> values) {}

  /** Whether no requested part is stored. */
  public boolean isEmpty() {
    return columns.isEmpty()
        && counters.isEmpty()
        && items.values().stream().allMatch(List::isEmpty);
  }

  public Optional<List<Object>> family(String family) {
    return Optional.ofNullable(columns.get(family));
  }

  public List<Item> itemsOf(String family) {
    return items.getOrDefault(family, List.of());
  }

  public long counter(String family) {
    return counters.getOrDefault(family, 0L);
  }
}
