package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.types.Tuple;

/**
 * Lists items that are stored as rows by the keys of another collection, which has all their keys.
 * This replaces an ordered scan on a store without one. Used by one thread.
 */
public final class ListedRows {
  /**
   * How many rows are read in one round trip at most: a page may hold texts, and ends early if they
   * are long.
   */
  public static final int ROWS_MAX = 64;

  private final Access access;
  private final CollectionSchema collection;
  private final Tuple rowKey;
  private final Keys keys;

  /** The keys of the other collection, in the order in which the listed one is read. */
  private interface Keys {
    /** Returns at most {@code count} keys behind one; fewer only if there are no more. */
    List<Tuple> behind(Optional<Tuple> key, int count);
  }

  /** The items of the other collection, in the order in which the listed one is read. */
  public interface Listing {
    /** Returns at most {@code count} items behind a key; fewer only if there are no more. */
    List<Item> behind(Optional<Tuple> key, int count);
  }

  private ListedRows(Access access, CollectionSchema collection, Tuple rowKey, Keys keys) {
    this.access = access;
    this.collection = collection;
    this.rowKey = rowKey;
    this.keys = keys;
  }

  /** Reads the keys in pages from the cells of the row. */
  static ListedRows byCells(
      Access access, CollectionSchema collection, Tuple rowKey, ReadOrder order) {
    CollectionSchema lister = collection.listedBy().orElseThrow();
    ReadOrder ofLister =
        new ReadOrder(lister.itemKeyCodec(), isListerReadBackwards(collection, order.backwards()));
    return new ListedRows(
        access,
        collection,
        rowKey,
        (key, count) -> {
          KeyRange range =
              key.map(last -> ofLister.behind(KeyRange.ALL, last)).orElse(KeyRange.ALL);
          var items = new FamilyRead.Items(lister.family(), range, count, ofLister.backwards());
          Row row = access.get(List.of(Get.of(lister.table(), rowKey, items))).get(0);
          return row.itemsOf(lister.family()).stream().map(Row.Item::key).toList();
        });
  }

  /** Reads the keys in pages of items. */
  public static ListedRows byItems(
      Access access, CollectionSchema collection, Tuple rowKey, Listing items) {
    return new ListedRows(
        access,
        collection,
        rowKey,
        (key, count) -> items.behind(key, count).stream().map(Item::key).toList());
  }

  /** Takes the keys from an object, which was read whole. */
  public static ListedRows byObject(
      Access access,
      CollectionSchema collection,
      Tuple rowKey,
      List<Item> object,
      ReadOrder order) {
    ReadOrder ofLister =
        new ReadOrder(order.codec(), isListerReadBackwards(collection, order.backwards()));
    List<Tuple> all = ofLister.ofAscending(object).stream().map(Item::key).toList();
    return new ListedRows(
        access,
        collection,
        rowKey,
        (key, count) -> {
          int start = order.start(all, each -> each, key);
          return all.subList(start, Math.min(all.size(), start + count));
        });
  }

  /** Returns whether the other collection is read against its order to list this one. */
  public static boolean isListerReadBackwards(CollectionSchema collection, boolean backwards) {
    return collection.isListedBackwards() != backwards;
  }

  /** Returns whether the keys are in an object, not in cells or a tree. */
  public static boolean isByObject(CollectionSchema collection) {
    return collection.listedBy().filter(by -> by.storage() == Storage.OBJECT).isPresent();
  }

  /** Reads one page; it ends early if its rows have many bytes. */
  public Slice<Item> page(Paging paging) {
    int limit = paging.limit();
    List<Item> items = new ArrayList<>();
    Optional<Tuple> position = Cursors.parse(collection.itemKeyCodec(), paging);
    long bytes = 0;
    // One row beyond the page tells whether there is a next one.
    int count = Math.min(ROWS_MAX, limit + 1);
    while (true) {
      List<Tuple> candidates = keys.behind(position, count);
      for (Row row : rows(candidates)) {
        Optional<List<Object>> values = row.family(collection.family());
        if (values.isEmpty()) {
          continue;
        }
        if (items.size() == limit || bytes >= Scan.BYTES_DEFAULT) {
          return slice(paging, items, Optional.of(items.get(items.size() - 1).key()));
        }
        items.add(collection.item(collection.itemKeyOf(row.key()), values.get()));
        bytes += row.bytes();
      }
      if (candidates.size() < count) {
        return slice(paging, items, Optional.empty());
      }
      position = Optional.of(candidates.get(count - 1));
      // If few of the keys have a row, more of them are read next time.
      count = Math.min(ROWS_MAX, 2 * count);
    }
  }

  private Slice<Item> slice(Paging paging, List<Item> items, Optional<Tuple> ahead) {
    return Cursors.slice(collection.itemKeyCodec(), paging, items, Item::key, ahead);
  }

  private List<Row> rows(List<Tuple> itemKeys) {
    List<Get> gets = new ArrayList<>(itemKeys.size());
    for (Tuple itemKey : itemKeys) {
      gets.add(
          Get.of(
              collection.table(),
              collection.rowKeyOfItem(rowKey, itemKey),
              FamilyRead.all(collection.family())));
    }
    return access.get(gets);
  }
}
