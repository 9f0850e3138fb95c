package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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
 * Counts what a counter counts. If the counter moves meanwhile, the count is right if it lies
 * between what the counter was before and after.
 *
 * @param looked told how many rows were read, page by page
 */
public record Recount(CounterSchema counter, Engine engine, Consumer<Long> looked) {
  private static final int ROWS_MAX = 1_000;
  private static final int ITEMS_MAX = 10_000;

  /** What the counter said before and after, and what there is. */
  record Counted(long before, long after, long actual) {
    boolean agrees() {
      return actual >= Math.min(before, after) && actual <= Math.max(before, after);
    }

    /** Whether the counter stood still, so that it can be put right. */
    boolean isRepairable() {
      return before == after;
    }
  }

  Counted count() {
    long before = value();
    long actual = counter.countsRows() ? rows() : items();
    return new Counted(before, value(), actual);
  }

  /** Puts the counter right if it stood still; returns by how much it was changed. */
  public long repair() {
    Counted counted = count();
    return counted.agrees() || !counted.isRepairable() ? 0 : repair(counted);
  }

  long repair(Counted counted) {
    long delta = counted.actual() - counted.after();
    engine.mutate(
        Mutation.of(
            CounterSchema.TABLE,
            counter.shards().get(0),
            new Change.Add(CounterSchema.FAMILY, delta)),
        Durability.SYNCED);
    return delta;
  }

  private long value() {
    List<Get> gets = new ArrayList<>();
    for (Tuple shard : counter.shards()) {
      gets.add(Get.of(CounterSchema.TABLE, shard, new FamilyRead.Counter(CounterSchema.FAMILY)));
    }
    return engine.get(gets).stream().mapToLong(row -> row.counter(CounterSchema.FAMILY)).sum();
  }

  private long rows() {
    EntitySchema entity = counter.entity();
    return count(entity.table(), new FamilyRead.Presence(entity.presenceFamily()), row -> 1);
  }

  private long items() {
    CollectionSchema collection =
        counter.entity().collection(counter.design().collection().orElseThrow());
    String family = collection.family();
    if (collection.storage() == Storage.ROWS) {
      return count(collection.table(), new FamilyRead.Presence(family), row -> 1);
    }
    if (collection.storage() == Storage.OBJECT) {
      return count(
          collection.table(),
          FamilyRead.all(family),
          row -> ((List<?>) row.columns().get(family).get(0)).size());
    }
    return count(
        collection.table(),
        new FamilyRead.Items(family, KeyRange.ALL, ITEMS_MAX, false),
        row -> cells(collection, row));
  }

  private long cells(CollectionSchema collection, Row row) {
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

  private long count(String table, FamilyRead read, RowCount rowCount) {
    Scan scan = Scan.of(table, KeyRange.ALL, ROWS_MAX, read);
    long count = 0;
    while (true) {
      ScanPage page = engine.scan(scan);
      for (Row row : page.rows()) {
        count += rowCount.of(row);
      }
      looked.accept((long) page.rows().size());
      if (page.next().isEmpty()) {
        return count;
      }
      scan = scan.following(page);
    }
  }
}
