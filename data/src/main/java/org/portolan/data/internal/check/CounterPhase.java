package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.Tuple;

/**
 * A counter against a count. If the counter moves while it is counted, the count is right if it
 * lies between what the counter was before and after; a repair then waits for a quieter time.
 */
record CounterPhase(CounterSchema counter) implements CheckPhase {
  private static final int ROWS_MAX = 1_000;
  private static final int ITEMS_MAX = 10_000;

  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    long before = value(engine);
    long counted = counter.countsRows() ? rows(engine, progress) : items(engine, progress);
    long after = value(engine);
    if (counted >= Math.min(before, after) && counted <= Math.max(before, after)) {
      return;
    }
    boolean repair = suspects.repairs() && before == after;
    if (repair) {
      engine.mutate(
          Mutation.of(
              CounterSchema.TABLE,
              counter.shards().get(0),
              new Change.Add(CounterSchema.FAMILY, counted - after)),
          Durability.SYNCED);
    }
    progress.found(
        new Finding(
            counted > after ? Kind.MISSING : Kind.DANGLING,
            counter.name(),
            "counts " + after + ", there are " + counted,
            repair),
        Math.abs(counted - after));
  }

  private long value(Engine engine) {
    List<Get> gets = new ArrayList<>();
    for (Tuple shard : counter.shards()) {
      gets.add(Get.of(CounterSchema.TABLE, shard, new FamilyRead.Counter(CounterSchema.FAMILY)));
    }
    return engine.get(gets).stream().mapToLong(row -> row.counter(CounterSchema.FAMILY)).sum();
  }

  private long rows(Engine engine, CheckProgress progress) {
    EntitySchema entity = counter.entity();
    return count(
        engine,
        entity.table(),
        new FamilyRead.Presence(entity.presenceFamily()),
        progress,
        row -> 1);
  }

  private long items(Engine engine, CheckProgress progress) {
    CollectionSchema collection =
        counter.entity().collection(counter.design().collection().orElseThrow());
    String family = collection.family();
    if (collection.storage() == Storage.ROWS) {
      return count(engine, collection.table(), new FamilyRead.Presence(family), progress, row -> 1);
    }
    if (collection.storage() == Storage.OBJECT) {
      return count(
          engine,
          collection.table(),
          FamilyRead.all(family),
          progress,
          row -> ((List<?>) row.columns().get(family).get(0)).size());
    }
    return count(
        engine,
        collection.table(),
        new FamilyRead.Items(family, KeyRange.ALL, ITEMS_MAX, false),
        progress,
        row -> cells(engine, collection, row));
  }

  private static long cells(Engine engine, CollectionSchema collection, Row row) {
    List<Row.Item> items = row.itemsOf(collection.family());
    long count = items.size();
    while (items.size() == ITEMS_MAX) {
      KeyRange rest = KeyRange.ALL.after(items.get(ITEMS_MAX - 1).key());
      items =
          engine
              .get(
                  Get.of(
                      collection.table(),
                      row.key(),
                      new FamilyRead.Items(collection.family(), rest, ITEMS_MAX, false)))
              .itemsOf(collection.family());
      count += items.size();
    }
    return count;
  }

  private interface RowCount {
    long of(Row row);
  }

  private static long count(
      Engine engine, String table, FamilyRead read, CheckProgress progress, RowCount rowCount) {
    Scan scan = Scan.of(table, KeyRange.ALL, ROWS_MAX, read);
    long count = 0;
    while (true) {
      ScanPage page = engine.scan(scan);
      for (Row row : page.rows()) {
        count += rowCount.of(row);
      }
      progress.looked(page.rows().size(), 0);
      if (page.next().isEmpty()) {
        return count;
      }
      scan = scan.following(page);
    }
  }
}
