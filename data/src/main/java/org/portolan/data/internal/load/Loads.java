package org.portolan.data.internal.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.process.ProcessTable;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Engine;
import org.portolan.engine.Family;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;

/** Begins loads. */
public final class Loads {
  private Loads() {}

  private static Optional<StoreLoad> begin(
      Engine engine, StoreSchema schema, StoreRuntime runtime, LoadMark mark, LoadForm form) {
    Optional<BulkWriter> writer = engine.bulkWriter();
    if (writer.isEmpty() || !isEmpty(engine)) {
      writer.ifPresent(BulkWriter::close);
      return Optional.empty();
    }
    mark.set();
    return Optional.of(new Loading(engine, schema, runtime, form, mark, writer.get()));
  }

  /**
   * Begins a load of a store with transactions, and marks the store.
   *
   * @return empty if the engine has no way for it, or the store has rows
   */
  public static Optional<StoreLoad> ofAtomic(
      Engine engine, StoreSchema schema, StoreRuntime runtime, LoadMark mark) {
    return begin(engine, schema, runtime, mark, new AtomicForm(engine, schema, runtime));
  }

  /**
   * Begins a load of a store on an engine of rows, which this process has just created, and marks
   * the store.
   *
   * @param counters adds to a counter
   * @return empty if the engine has no way for it, or the store has rows
   */
  public static Optional<StoreLoad> ofRepaired(
      RowStore rows, LoadMark mark, ObjLongConsumer<CounterSchema> counters) {
    long version = rows.runtime().wallMillis() - StoreOptions.CLOCK_SKEW_MAX.toMillis();
    return begin(
        rows.engine(),
        rows.schema(),
        rows.runtime(),
        mark,
        new RepairedForm(rows, version, counters));
  }

  /** Returns whether no table has a row, but those of the store's own state and of sessions. */
  private static boolean isEmpty(Engine engine) {
    for (TableSchema table : engine.tables()) {
      boolean own =
          table.name().equals(StoreSchema.META_TABLE)
              || table.name().equals(SessionTable.NAME)
              || table.name().equals(ProcessTable.NAME);
      if (!own && !isEmpty(engine, table)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEmpty(Engine engine, TableSchema table) {
    List<FamilyRead> reads = new ArrayList<>();
    for (Family family : table.families()) {
      if (family instanceof ColumnFamily) {
        reads.add(new FamilyRead.Presence(family.name()));
      } else if (family instanceof ItemFamily) {
        reads.add(new FamilyRead.Items(family.name(), KeyRange.ALL, 1, false));
      } else {
        reads.add(new FamilyRead.Counter(family.name()));
      }
    }
    Scan scan = new Scan(table.name(), KeyRange.ALL, false, 1, Scan.BYTES_DEFAULT, reads);
    while (true) {
      var page = engine.scan(scan);
      if (!page.rows().isEmpty() || page.next().isEmpty()) {
        return page.rows().isEmpty();
      }
      scan = scan.following(page);
    }
  }
}
