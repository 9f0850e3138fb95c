package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.ignite.binary.BinaryObject;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/** Builds rows from the values in caches. */
final class RowReader {
  private RowReader() {}

  interface Source {
    /** Returns the stored values of the parts. */
    PartMap<Object> fetch(PartMap<RowKey> wanted);
  }

  static List<Row> read(List<Get> gets, Function<String, TableHandle> tables, Source source) {
    List<TableHandle> handles = new ArrayList<>(gets.size());
    List<BinaryObject> keys = new ArrayList<>(gets.size());
    PartMap<RowKey> wanted = new PartMap<>();
    for (Get get : gets) {
      TableHandle table = tables.apply(get.table());
      requireFamilies(table, get.families());
      BinaryObject key = table.encode(get.key());
      RowKey row = get.rowKey();
      get.families().forEach(read -> wanted.put(table.family(read.family()).cache(), key, row));
      handles.add(table);
      keys.add(key);
    }
    PartMap<Object> found = wanted.isEmpty() ? new PartMap<>() : source.fetch(wanted);
    List<Row> rows = new ArrayList<>(gets.size());
    for (int index = 0; index < gets.size(); index++) {
      BinaryObject key = keys.get(index);
      Get get = gets.get(index);
      rows.add(
          row(handles.get(index), get.key(), key, get.families(), cache -> found.get(cache, key)));
    }
    return Collections.unmodifiableList(rows);
  }

  /** Refuses reads that name an unknown family, or a family of another kind. */
  static void requireFamilies(TableHandle table, List<FamilyRead> reads) {
    for (FamilyRead read : reads) {
      if (read instanceof FamilyRead.Columns wanted) {
        table.columns(wanted.family()).declared().projection(wanted.columns());
      } else if (read instanceof FamilyRead.Presence) {
        table.columns(read.family());
      } else if (read instanceof FamilyRead.Counter) {
        table.counter(read.family());
      } else {
        throw table.otherKind(read.family(), "items");
      }
    }
  }

  /** Returns a row with the values that {@code stored} returns by the names of caches. */
  static Row row(
      TableHandle table,
      Tuple key,
      BinaryObject binaryKey,
      List<FamilyRead> reads,
      Function<String, Object> stored) {
    Map<String, List<Object>> columns = new HashMap<>();
    Map<String, Long> counters = new HashMap<>();
    int bytes = 0;
    for (FamilyRead read : reads) {
      FamilyHandle family = table.family(read.family());
      Object value = stored.apply(family.cache());
      if (value == null) {
        continue;
      }
      bytes += binaryKey.size();
      if (read instanceof FamilyRead.Counter) {
        counters.put(family.name(), (Long) value);
        bytes += Long.BYTES;
      } else if (read instanceof FamilyRead.Columns wanted) {
        var handle = (FamilyHandle.OfColumns) family;
        BinaryObject object = (BinaryObject) value;
        columns.put(
            family.name(),
            handle.form().decode(object, handle.declared().projection(wanted.columns())));
        bytes += object.size();
      } else {
        columns.put(family.name(), List.of());
      }
    }
    return new Row(
        key,
        Collections.unmodifiableMap(columns),
        Map.of(),
        Collections.unmodifiableMap(counters),
        bytes);
  }
}
