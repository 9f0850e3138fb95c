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
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** Reads items of child collections under every storage. */
public final class ItemReads {
  private ItemReads() {}

  public static Optional<Item> item(
      Access access, CollectionSchema collection, Tuple key, Tuple itemKey) {
    return switch (collection.storage()) {
      case ROWS -> itemRow(access, collection, key, itemKey);
      case CELLS -> {
        Row row =
            access
                .get(
                    List.of(
                        Get.of(
                            collection.table(),
                            rowKey(collection, key),
                            new FamilyRead.ItemsByKey(collection.family(), List.of(itemKey)))))
                .get(0);
        yield row.itemsOf(collection.family()).stream()
            .findFirst()
            .map(item -> collection.item(item.key(), item.values()));
      }
      case OBJECT ->
          object(access, collection, key).stream()
              .filter(item -> item.key().equals(itemKey))
              .findFirst();
      case TREE -> TreeItems.item(access, collection, rowKey(collection, key), itemKey);
      case PORTABLE -> throw collection.notConcrete();
    };
  }

  private static Optional<Item> itemRow(
      Access access, CollectionSchema collection, Tuple key, Tuple itemKey) {
    Tuple rowKey = collection.rowKeyOfItem(rowKey(collection, key), itemKey);
    Row row =
        access
            .get(List.of(Get.of(collection.table(), rowKey, FamilyRead.all(collection.family()))))
            .get(0);
    return row.family(collection.family()).map(values -> collection.item(itemKey, values));
  }

  /** Reads one page of the items of a row, in the order of their keys. */
  public static Slice<Item> items(
      Access access, CollectionSchema collection, Tuple key, Paging paging) {
    ReadOrder order = new ReadOrder(collection.itemKeyCodec(), paging.backwards());
    Optional<Tuple> after = Cursors.parse(order.codec(), paging);
    return switch (collection.storage()) {
      case ROWS ->
          collection.listedBy().isPresent()
              ? listedRows(access, collection, key, order).page(paging)
              : itemRows(access, collection, key, paging);
      case CELLS -> itemCells(access, collection, key, order, after, paging);
      case OBJECT -> slice(object(access, collection, key), collection, paging);
      case TREE -> {
        Tuple rowKey = rowKey(collection, key);
        int count = paging.limit() + 1;
        yield cut(
            TreeItems.page(access, collection, rowKey, after, count, paging.backwards()),
            order.codec(),
            paging);
      }
      case PORTABLE -> throw collection.notConcrete();
    };
  }

  private static ListedRows listedRows(
      Access access, CollectionSchema collection, Tuple key, ReadOrder order) {
    Tuple rowKey = rowKey(collection, key);
    CollectionSchema lister = collection.listedBy().orElseThrow();
    return switch (lister.storage()) {
      case OBJECT ->
          ListedRows.byObject(access, collection, rowKey, object(access, lister, key), order);
      case TREE -> {
        boolean backwards = ListedRows.isListerReadBackwards(collection, order.backwards());
        yield ListedRows.byItems(
            access,
            collection,
            rowKey,
            (last, count) -> TreeItems.page(access, lister, rowKey, last, count, backwards));
      }
      default -> ListedRows.byCells(access, collection, rowKey, order);
    };
  }

  private static Slice<Item> itemRows(
      Access access, CollectionSchema collection, Tuple key, Paging paging) {
    Tuple rowKey = rowKey(collection, key);
    ReadOrder order = new ReadOrder(collection.itemKeyCodec(), paging.backwards());
    KeyRange all = KeyRange.startingWith(rowKey);
    KeyRange range =
        Cursors.parse(order.codec(), paging)
            .map(after -> order.behind(all, collection.rowKeyOfItem(rowKey, after)))
            .orElse(all);
    ScanPage page =
        access.scan(
            new Scan(
                collection.table(),
                range,
                paging.backwards(),
                paging.limit(),
                Scan.BYTES_DEFAULT,
                List.of(FamilyRead.all(collection.family()))));
    List<Item> items = new ArrayList<>(page.rows().size());
    for (Row row : page.rows()) {
      items.add(
          collection.item(
              collection.itemKeyOf(row.key()), row.family(collection.family()).orElseThrow()));
    }
    return Cursors.slice(
        order.codec(), paging, items, Item::key, page.next().map(collection::itemKeyOf));
  }

  private static Slice<Item> itemCells(
      Access access,
      CollectionSchema collection,
      Tuple key,
      ReadOrder order,
      Optional<Tuple> after,
      Paging paging) {
    KeyRange range = after.map(last -> order.behind(KeyRange.ALL, last)).orElse(KeyRange.ALL);
    var read =
        new FamilyRead.Items(collection.family(), range, paging.limit() + 1, order.backwards());
    Row row = access.get(List.of(Get.of(collection.table(), rowKey(collection, key), read))).get(0);
    List<Item> items = new ArrayList<>();
    for (Row.Item item : row.itemsOf(collection.family())) {
      items.add(collection.item(item.key(), item.values()));
    }
    return cut(items, order.codec(), paging);
  }

  /** Returns the page of a whole list, which ascends. */
  public static Slice<Item> slice(List<Item> all, CollectionSchema collection, Paging paging) {
    ReadOrder order = new ReadOrder(collection.itemKeyCodec(), paging.backwards());
    List<Item> ordered = order.ofAscending(all);
    int start = order.start(ordered, Item::key, Cursors.parse(order.codec(), paging));
    int end = Math.min(ordered.size(), start + paging.limit() + 1);
    return cut(ordered.subList(start, end), order.codec(), paging);
  }

  /**
   * Returns the page of a list.
   *
   * @param items in the order of reading; one more than the page has, if there are more
   */
  public static Slice<Item> cut(List<Item> items, KeyCodec codec, Paging paging) {
    int limit = paging.limit();
    if (items.size() <= limit) {
      return Cursors.slice(codec, paging, items, Item::key, Optional.empty());
    }
    Optional<Tuple> last = Optional.of(items.get(limit - 1).key());
    return Cursors.slice(codec, paging, items.subList(0, limit), Item::key, last);
  }

  /** Reads all items of a row that are stored in one object, ascending by key. */
  public static List<Item> object(Access access, CollectionSchema collection, Tuple key) {
    return unpack(collection, access.get(List.of(objectGet(collection, key))).get(0));
  }

  public static Get objectGet(CollectionSchema collection, Tuple key) {
    return Get.of(collection.table(), rowKey(collection, key), FamilyRead.all(collection.family()));
  }

  /** Returns the items of an object that was read by {@link #objectGet}. */
  public static List<Item> unpack(CollectionSchema collection, Row row) {
    Optional<List<Object>> stored = row.family(collection.family());
    if (stored.isEmpty()) {
      return List.of();
    }
    List<?> entries = (List<?>) stored.get().get(0);
    List<Item> items = new ArrayList<>(entries.size());
    for (Object entry : entries) {
      items.add(collection.unpack(entry));
    }
    return items;
  }

  private static Tuple rowKey(CollectionSchema collection, Tuple key) {
    return collection.entity().keyMapping().rowKey(key);
  }
}
