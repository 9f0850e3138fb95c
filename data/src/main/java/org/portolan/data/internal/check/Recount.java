package org.portolan.data.internal.check;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.portolan.data.Columns;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.Tuple;

/** Counts the rows or items of a counter, page by page. */
public final class Recount {
  private static final int ROWS_MAX = 1_000;
  private static final int ITEMS_MAX = 10_000;

  private final CounterSchema counter;
  private final Reader reader;
  private final Consumer<Long> looked;
  private long rowsSum;

  private Recount(CounterSchema counter, Reader reader, Consumer<Long> looked) {
    this.counter = counter;
    this.reader = reader;
    this.looked = looked;
  }

  /**
   * Counts the rows or items that a counter counts.
   *
   * @param looked receives the number of rows read, page by page
   */
  public static long actual(Reader reader, CounterSchema counter, Consumer<Long> looked) {
    return total(reader, counter, looked).count();
  }

  /** As {@link #actual}, with a sum that tells whether other rows were counted. */
  static Total total(Reader reader, CounterSchema counter, Consumer<Long> looked) {
    Recount recount = new Recount(counter, reader, looked);
    long count = counter.countsRows() ? recount.rows() : recount.items();
    return new Total(count, recount.rowsSum);
  }

  /**
   * The result of a count.
   *
   * @param rowsSum the sum over all rows of a hash of their keys and their counts
   */
  record Total(long count, long rowsSum) {}

  private long rows() {
    EntitySchema entity = counter.entity();
    if (counter.columns().isEmpty()) {
      return count(entity.table(), new FamilyRead.Presence(entity.presenceFamily()), row -> 1);
    }
    Projection projection = entity.projection(new Columns(false, counter.columns()));
    return count(
        entity.table(),
        projection.reads(),
        row ->
            entity.exists(row) ? counter.ofRow(Optional.of(projection.row(Tuple.EMPTY, row))) : 0);
  }

  private long items() {
    CollectionSchema collection =
        counter.entity().collection(counter.design().collection().orElseThrow());
    String family = collection.family();
    if (collection.storage() == Storage.ROWS) {
      return count(collection.table(), new FamilyRead.Presence(family), row -> 1);
    }
    if (collection.storage() == Storage.OBJECT || collection.storage() == Storage.TREE) {
      // The list of an object or a leaf is its first column; an inner node has none.
      return count(
          collection.table(),
          FamilyRead.all(family),
          row ->
              row.columns().get(family).get(0) instanceof List<?> elements ? elements.size() : 0);
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
          reader
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
    return count(table, List.of(read), rowCount);
  }

  private long count(String table, List<FamilyRead> reads, RowCount rowCount) {
    Scan scan = Scan.of(table, KeyRange.ALL, ROWS_MAX, reads.toArray(FamilyRead[]::new));
    long count = 0;
    while (true) {
      ScanPage page = reader.scan(scan);
      for (Row row : page.rows()) {
        long counted = rowCount.of(row);
        count += counted;
        rowsSum += mixed(31L * row.key().hashCode() + counted);
      }
      looked.accept((long) page.rows().size());
      if (page.next().isEmpty()) {
        return count;
      }
      scan = scan.following(page);
    }
  }

  /** The finalizer of SplitMix64: sums of similar hashes must not be similar. */
  public static long mixed(long hash) {
    long mixed = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
