package org.portolan.data.internal.repaired.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.data.internal.access.Ranges;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.TableCodecs.TableCodec;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Row;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** The changes laid over one stored row: families and items put or removed. Used by one thread. */
final class RowOverlay {
  private final TableCodec table;
  private final Map<String, Optional<List<Object>>> columns = new HashMap<>();
  private final Map<String, TreeMap<Tuple, Optional<List<Object>>>> items = new HashMap<>();

  RowOverlay(TableCodec table) {
    this.table = table;
  }

  /**
   * Lays a change over the row.
   *
   * @param own whether this write makes the change; a change of an earlier write does not replace
   *     it
   */
  void put(FollowUp followUp, boolean own) {
    Target target = followUp.target();
    Optional<List<Object>> values = Optional.ofNullable(followUp.values());
    if (target.item().isEmpty()) {
      if (own) {
        columns.put(target.family(), values);
      } else {
        columns.putIfAbsent(target.family(), values);
      }
      return;
    }
    TreeMap<Tuple, Optional<List<Object>>> family =
        items.computeIfAbsent(target.family(), name -> new TreeMap<>(codec(name)::compare));
    if (own) {
      family.put(target.item().get(), values);
    } else {
      family.putIfAbsent(target.item().get(), values);
    }
  }

  private KeyCodec codec(String family) {
    return table.family(family).itemKey().orElseThrow();
  }

  /**
   * Returns the read of the stored row that leaves enough items after the removals laid over it.
   */
  FamilyRead widened(FamilyRead read) {
    if (read instanceof FamilyRead.Items range && items.containsKey(range.family())) {
      long removed = items.get(range.family()).values().stream().filter(Optional::isEmpty).count();
      return new FamilyRead.Items(
          range.family(),
          range.range(),
          (int) Math.min(Integer.MAX_VALUE, range.limit() + removed),
          range.reversed());
    }
    return read;
  }

  /** Returns the row with these changes laid over it. */
  Row over(Row stored, List<FamilyRead> reads) {
    Map<String, List<Object>> newColumns = new HashMap<>(stored.columns());
    Map<String, List<Row.Item>> newItems = new HashMap<>(stored.items());
    for (FamilyRead read : reads) {
      String family = read.family();
      if (columns.containsKey(family)) {
        columns
            .get(family)
            .ifPresentOrElse(
                values -> newColumns.put(family, values), () -> newColumns.remove(family));
      } else if (items.containsKey(family)) {
        newItems.put(family, merged(read, stored.itemsOf(family)));
      }
    }
    return new Row(stored.key(), newColumns, newItems, stored.counters(), stored.bytes());
  }

  private List<Row.Item> merged(FamilyRead read, List<Row.Item> stored) {
    String family = read.family();
    KeyCodec codec = codec(family);
    boolean reversed = read instanceof FamilyRead.Items range && range.reversed();
    Comparator<Tuple> order = codec::compare;
    TreeMap<Tuple, Row.Item> merged = new TreeMap<>(reversed ? order.reversed() : order);
    stored.forEach(item -> merged.put(item.key(), item));
    items
        .get(family)
        .forEach(
            (key, values) -> {
              if (values.isEmpty()) {
                merged.remove(key);
              } else if (isWanted(read, codec, key)) {
                merged.put(key, new Row.Item(key, values.get()));
              }
            });
    List<Row.Item> found = new ArrayList<>(merged.values());
    return read instanceof FamilyRead.Items range && found.size() > range.limit()
        ? found.subList(0, range.limit())
        : found;
  }

  private static boolean isWanted(FamilyRead read, KeyCodec codec, Tuple key) {
    if (read instanceof FamilyRead.Items range) {
      return Ranges.contains(codec, range.range(), key);
    }
    return ((FamilyRead.ItemsByKey) read)
        .itemKeys().stream().anyMatch(wanted -> codec.compare(wanted, key) == 0);
  }
}
