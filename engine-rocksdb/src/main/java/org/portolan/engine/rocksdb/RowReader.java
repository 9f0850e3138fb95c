package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.engine.adapter.RowBuilder;
import org.portolan.types.Bytes;
import org.rocksdb.RocksDBException;

/**
 * Reads rows by key from one source. All parts that have their own key are fetched in one native
 * call, which sees one moment; a single part is fetched by the cheapest call.
 */
final class RowReader {
  private final Function<String, TableHandle> tables;
  private final ReadSource source;
  private final Consumer<Part> observer;
  private final PointReads points = new PointReads();

  /** The last projection made, and its read: a call often asks for the same part of many rows. */
  private FamilyRead.Columns projected;

  private FamilyHandle.OfColumns projectedFamily;

  private boolean[] projection;

  /**
   * @param observer gets every key read, found or not; null for none
   */
  RowReader(Function<String, TableHandle> tables, ReadSource source, Consumer<Part> observer) {
    this.tables = tables;
    this.source = source;
    this.observer = observer;
  }

  /** Whether parts of a row come from several native calls, which must then share a snapshot. */
  static boolean needsSnapshot(List<Get> gets) {
    for (Get get : gets) {
      if (get.families().size() > 1) {
        for (FamilyRead read : get.families()) {
          if (read instanceof FamilyRead.Items) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Reads the rows; call this once. */
  List<Row> read(List<Get> gets) throws RocksDBException {
    if (gets.size() == 1
        && gets.get(0).families().size() == 1
        && gets.get(0).families().get(0) instanceof FamilyRead.Presence presence) {
      return List.of(readPresence(gets.get(0), presence.family()));
    }
    List<List<Answer>> answers = new ArrayList<>(gets.size());
    for (Get get : gets) {
      answers.add(prepare(get));
    }
    points.run(source);
    List<Row> rows = new ArrayList<>(gets.size());
    for (int index = 0; index < gets.size(); index++) {
      RowBuilder row = new RowBuilder(gets.get(index).key());
      for (Answer answer : answers.get(index)) {
        answer.into(row);
      }
      rows.add(row.build());
    }
    return Collections.unmodifiableList(rows);
  }

  private Row readPresence(Get get, String family) throws RocksDBException {
    TableHandle table = tables.apply(get.table());
    FamilyHandle handle = table.columns(family);
    byte[] key = table.encodeKey(get.key());
    observe(get, handle, key);
    RowBuilder row = new RowBuilder(get.key());
    if (source.valueSize(handle.handle(), key) != ReadSource.ABSENT) {
      row.columns(family, List.of(), key.length);
    }
    return row.build();
  }

  /** The action when the point reads have their values. */
  private interface Answer {
    void into(RowBuilder row) throws RocksDBException;
  }

  private List<Answer> prepare(Get get) {
    TableHandle table = tables.apply(get.table());
    byte[] key = table.encodeKey(get.key());
    if (get.families().size() == 1) {
      return List.of(prepare(get, table, key, get.families().get(0)));
    }
    List<Answer> answers = new ArrayList<>(get.families().size());
    for (FamilyRead read : get.families()) {
      answers.add(prepare(get, table, key, read));
    }
    return answers;
  }

  private Answer prepare(Get get, TableHandle table, byte[] key, FamilyRead read) {
    if (read instanceof FamilyRead.Columns wanted) {
      FamilyHandle.OfColumns family = table.columns(wanted.family());
      boolean[] columns = projection(family, wanted);
      add(get, family, key);
      return row -> {
        byte[] value = points.next();
        if (value != null) {
          row.columns(family.name(), family.decode(value, columns), key.length + value.length);
        }
      };
    }
    if (read instanceof FamilyRead.Presence wanted) {
      FamilyHandle.OfColumns family = table.columns(wanted.family());
      add(get, family, key);
      return row -> {
        if (points.next() != null) {
          row.columns(family.name(), List.of(), key.length);
        }
      };
    }
    if (read instanceof FamilyRead.Counter wanted) {
      FamilyHandle.OfCounter family = table.counter(wanted.family());
      add(get, family, key);
      return row -> {
        byte[] value = points.next();
        if (value != null) {
          row.counter(family.name(), Counters.decode(value), key.length + value.length);
        }
      };
    }
    if (read instanceof FamilyRead.ItemsByKey wanted) {
      return prepareItems(get, table.items(wanted.family()), key, wanted);
    }
    var wanted = (FamilyRead.Items) read;
    FamilyHandle.OfItems family = table.items(wanted.family());
    return row -> readItems(family, wanted, key, row);
  }

  private Answer prepareItems(
      Get get, FamilyHandle.OfItems family, byte[] rowKey, FamilyRead.ItemsByKey wanted) {
    SortedSet<Bytes> keys = ItemReader.keys(family, wanted, rowKey);
    keys.forEach(key -> add(get, family, key.unsafeArray()));
    return row -> {
      List<Row.Item> items = new ArrayList<>();
      int bytes = 0;
      for (Bytes key : keys) {
        byte[] value = points.next();
        if (value != null) {
          items.add(ItemReader.item(family, key.unsafeArray(), rowKey.length, value));
          bytes += key.length() + value.length;
        }
      }
      ItemReader.add(row, family, items, bytes);
    };
  }

  private void readItems(
      FamilyHandle.OfItems family, FamilyRead.Items wanted, byte[] rowKey, RowBuilder row)
      throws RocksDBException {
    ByteRange range = ByteRange.of(rowKey, family.itemCodec(), wanted.range());
    if (range.isEmpty()) {
      return;
    }
    try (BoundedIterator iterator = new BoundedIterator(source, family.handle(), range)) {
      ItemReader.read(iterator, family, wanted, rowKey, false, row);
    }
  }

  // To compare the names of columns would cost as much as to find them.
  @SuppressWarnings("ReferenceEquality")
  private boolean[] projection(FamilyHandle.OfColumns family, FamilyRead.Columns wanted) {
    // The same object may be used for another table, whose columns may be others.
    if (wanted != projected || family != projectedFamily) {
      projection = family.declared().projection(wanted.columns());
      projected = wanted;
      projectedFamily = family;
    }
    return projection;
  }

  private void add(Get get, FamilyHandle family, byte[] key) {
    observe(get, family, key);
    points.add(family.handle(), key);
  }

  private void observe(Get get, FamilyHandle family, byte[] key) {
    if (observer != null) {
      observer.accept(new Part(family.handle(), key, get.rowKey()));
    }
  }
}
