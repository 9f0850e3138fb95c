package org.portolan.engine.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * The simplest table that obeys the contract, in sorted maps; it gives the expected answers. Rows
 * that it reads have no size.
 */
final class ReferenceTable {
  private final TableSchema schema;
  private final KeyCodec keyCodec;
  private final NavigableMap<Tuple, Content> rows;

  private static final class Content {
    final Map<String, List<Object>> columns = new HashMap<>();
    final Map<String, NavigableMap<Tuple, List<Object>>> items = new HashMap<>();
    final Map<String, Long> counters = new HashMap<>();
  }

  ReferenceTable(TableSchema schema) {
    this.schema = schema;
    keyCodec = new KeyCodec(schema.key());
    rows = new TreeMap<>(keyCodec::compare);
  }

  ReferenceTable copy() {
    ReferenceTable copy = new ReferenceTable(schema);
    rows.forEach(
        (key, content) -> {
          Content other = copy.content(key);
          other.columns.putAll(content.columns);
          other.counters.putAll(content.counters);
          content.items.forEach((family, items) -> copy.items(other, family).putAll(items));
        });
    return copy;
  }

  private Content content(Tuple key) {
    return rows.computeIfAbsent(key, any -> new Content());
  }

  private NavigableMap<Tuple, List<Object>> items(Content content, String family) {
    KeyCodec codec = new KeyCodec(itemKey(family));
    return content.items.computeIfAbsent(family, any -> new TreeMap<>(codec::compare));
  }

  private List<KeyColumn> itemKey(String family) {
    return ((ItemFamily) schema.family(family).orElseThrow()).itemKey();
  }

  boolean mutate(Mutation mutation) {
    if (mutation.condition().isPresent() && !holds(mutation.key(), mutation.condition().get())) {
      return false;
    }
    Content content = content(mutation.key());
    for (Change change : mutation.changes()) {
      if (change instanceof Change.PutColumns put) {
        content.columns.put(put.family(), put.values());
      } else if (change instanceof Change.DeleteFamily delete) {
        content.columns.remove(delete.family());
        content.items.remove(delete.family());
        content.counters.remove(delete.family());
      } else if (change instanceof Change.PutItem put) {
        items(content, put.family()).put(put.itemKey(), put.values());
      } else if (change instanceof Change.DeleteItem delete) {
        items(content, delete.family()).remove(delete.itemKey());
      } else if (change instanceof Change.DeleteItems delete) {
        items(content, delete.family())
            .keySet()
            .removeIf(key -> within(key, delete.range(), itemKey(delete.family())));
      } else if (change instanceof Change.Add add) {
        content.counters.merge(add.family(), add.delta(), Long::sum);
      }
    }
    return true;
  }

  private boolean holds(Tuple key, Condition condition) {
    if (condition instanceof Condition.Absent absent) {
      return !content(key).columns.containsKey(absent.family());
    }
    var equal = (Condition.ColumnEquals) condition;
    List<Object> values = content(key).columns.get(equal.family());
    return values != null
        && equal.value().equals(values.get(position(equal.family(), equal.column())));
  }

  private int position(String family, String column) {
    var columns = ((ColumnFamily) schema.family(family).orElseThrow()).columns();
    return columns.stream().map(Column::name).toList().indexOf(column);
  }

  Row get(Get get) {
    return read(get.key(), rows.getOrDefault(get.key(), new Content()), get.families());
  }

  private Row read(Tuple key, Content content, List<FamilyRead> families) {
    Map<String, List<Object>> columns = new HashMap<>();
    Map<String, List<Row.Item>> items = new HashMap<>();
    Map<String, Long> counters = new HashMap<>();
    for (FamilyRead read : families) {
      String family = read.family();
      if (read instanceof FamilyRead.Columns wanted && content.columns.containsKey(family)) {
        columns.put(family, project(wanted, content.columns.get(family)));
      } else if (read instanceof FamilyRead.Presence && content.columns.containsKey(family)) {
        columns.put(family, List.of());
      } else if (read instanceof FamilyRead.Counter && content.counters.containsKey(family)) {
        counters.put(family, content.counters.get(family));
      } else if (read instanceof FamilyRead.Items || read instanceof FamilyRead.ItemsByKey) {
        List<Row.Item> found = items(read, items(content, family));
        if (!found.isEmpty()) {
          items.put(family, found);
        }
      }
    }
    return new Row(key, columns, items, counters, 0);
  }

  private List<Object> project(FamilyRead.Columns wanted, List<Object> values) {
    if (wanted.columns().isEmpty()) {
      return values;
    }
    List<Object> projected = new ArrayList<>(Collections.nCopies(values.size(), null));
    for (String column : wanted.columns()) {
      int position = position(wanted.family(), column);
      projected.set(position, values.get(position));
    }
    return projected;
  }

  private List<Row.Item> items(FamilyRead read, NavigableMap<Tuple, List<Object>> all) {
    List<Row.Item> found = new ArrayList<>();
    var ordered =
        read instanceof FamilyRead.Items wanted && wanted.reversed() ? all.descendingMap() : all;
    ordered.forEach(
        (itemKey, values) -> {
          boolean asked =
              read instanceof FamilyRead.Items wanted
                  ? found.size() < wanted.limit()
                      && within(itemKey, wanted.range(), itemKey(read.family()))
                  : ((FamilyRead.ItemsByKey) read).itemKeys().contains(itemKey);
          if (asked) {
            found.add(new Row.Item(itemKey, values));
          }
        });
    return found;
  }

  ScanPage scan(Scan scan) {
    List<Row> found = new ArrayList<>();
    var ordered = scan.reversed() ? rows.descendingMap() : rows;
    ordered.forEach(
        (key, content) -> {
          Row row = read(key, content, scan.families());
          if (!row.isEmpty()
              && found.size() < scan.rowsMax()
              && within(key, scan.range(), schema.key())) {
            found.add(row);
          }
        });
    return new ScanPage(found, Optional.empty());
  }

  private static boolean within(Tuple key, KeyRange range, List<KeyColumn> columns) {
    return beyond(key, range.from(), range.fromInclusive(), columns, 1)
        && beyond(key, range.to(), range.toInclusive(), columns, -1);
  }

  private static boolean beyond(
      Tuple key, Tuple bound, boolean inclusive, List<KeyColumn> columns, int sign) {
    if (bound.isEmpty()) {
      return true;
    }
    KeyCodec leading = new KeyCodec(columns.subList(0, bound.size()));
    int order = leading.compare(key.slice(0, bound.size()), bound) * sign;
    return inclusive ? order >= 0 : order > 0;
  }
}
