package org.portolan.data.internal.check;

import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.internal.read.Access;
import org.portolan.data.internal.read.CounterReads;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Change;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;

/**
 * Counts what a counter counts, in one transaction with the counter itself and so of one moment:
 * writers change nothing about the result, and what a repair adds is right whatever they write
 * meanwhile. Only a counter outside the transactions of the rows lags behind them a little: it is
 * looked at a few times, the guard apart, and the best look counts.
 */
public final class Recount {
  private static final int ROWS_MAX = 1_000;
  private static final int ITEMS_MAX = 10_000;

  /** How often rows are counted while a counter moves. */
  private static final int ATTEMPTS_MAX = 3;

  private final CounterSchema counter;
  private final Reader moment;
  private final Consumer<Long> looked;

  private Recount(CounterSchema counter, Reader moment, Consumer<Long> looked) {
    this.counter = counter;
    this.moment = moment;
    this.looked = looked;
  }

  /** How counters are compared where transactions span the store. */
  public record InTransactions(Engine engine) implements CounterLook {
    @Override
    public Counted look(CounterSchema counter, boolean repair, Consumer<Long> looked) {
      Counted counted = count(counter, looked);
      if (!repair || counted.missing() == 0) {
        return counted;
      }
      engine.mutate(
          Mutation.of(
              CounterSchema.TABLE,
              counter.shards().get(0),
              new Change.Add(CounterSchema.FAMILY, counted.missing())),
          Durability.SYNCED);
      return counted.afterRepair();
    }

    private Counted count(CounterSchema counter, Consumer<Long> looked) {
      for (int attempt = 1; ; attempt++) {
        try (Transaction moment = engine.begin(Durability.BUFFERED)) {
          Recount recount = new Recount(counter, moment, looked);
          Counted counted = new Counted(recount.value(), recount.actual(), false);
          if (counter.design().transactional()) {
            // Where a transaction does not read one moment, it tells here if the counter has moved.
            moment.commit();
          }
          return counted;
        } catch (ConflictException moved) {
          if (attempt == ATTEMPTS_MAX) {
            throw moved;
          }
        }
      }
    }
  }

  /**
   * Counts the rows or items that a counter counts.
   *
   * @param looked told how many rows were read, page by page
   */
  public static long actual(Reader reader, CounterSchema counter, Consumer<Long> looked) {
    return new Recount(counter, reader, looked).actual();
  }

  private long actual() {
    return counter.countsRows() ? rows() : items();
  }

  private long value() {
    return CounterReads.value(new Access(moment, null), counter);
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
          moment
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
      ScanPage page = moment.scan(scan);
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
