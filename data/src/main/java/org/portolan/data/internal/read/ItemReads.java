package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.internal.access.Access;
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
    KeyCodec codec = collection.itemKeyCodec();
    Optional<Tuple> after = Cursors.parse(codec, paging.after());
    return switch (collection.storage()) {
      case ROWS ->
          collection.listedBy().isPresent()
              ? listedRows(access, collection, key).page(after, paging.limit())
              : itemRows(access, collection, key, after, paging.limit());
      case CELLS -> itemCells(access, collection, key, after, paging.limit());
      case OBJECT -> slice(object(access, collection, key), collection, paging);
      case TREE -> {
        int count = paging.limit() + 1;
        yield cut(
            TreeItems.page(access, collection, rowKey(collection, key), after, count, false),
            codec,
            paging.limit());
      }
      case PORTABLE -> throw collection.notConcrete();
    };
  }

  private static ListedRows listedRows(Access access, CollectionSchema collection, Tuple key) {
    Tuple rowKey = rowKey(collection, key);
    CollectionSchema lister = collection.listedBy().orElseThrow();
    return switch (lister.storage()) {
      case OBJECT -> ListedRows.byObject(access, collection, rowKey, object(access, lister, key));
      case TREE -> {
        boolean backwards = collection.isListedBackwards();
        yield ListedRows.byItems(
            access,
            collection,
            rowKey,
            (last, count) -> TreeItems.page(access, lister, rowKey, last, count, backwards));
      }
      default -> ListedRows.byCells(access, collection, rowKey);
    };
  }

  private static Slice<Item> itemRows(
      Access access, CollectionSchema collection, Tuple key, Optional<Tuple> after, int limit) {
    Tuple rowKey = rowKey(collection, key);
    KeyRange range = KeyRange.startingWith(rowKey);
    if (after.isPresent()) {
      range = range.after(collection.rowKeyOfItem(rowKey, after.get()));
    }
    ScanPage page =
        access.scan(Scan.of(collection.table(), range, limit, FamilyRead.all(collection.family())));
    List<Item> items = new ArrayList<>(page.rows().size());
    for (Row row : page.rows()) {
      items.add(
          collection.item(
              collection.itemKeyOf(row.key()), row.family(collection.family()).orElseThrow()));
    }
    return new Slice<>(
        items,
        page.next().map(last -> Cursors.of(collection.itemKeyCodec(), collection.itemKeyOf(last))));
  }

  private static Slice<Item> itemCells(
      Access access, CollectionSchema collection, Tuple key, Optional<Tuple> after, int limit) {
    KeyRange range = after.isPresent() ? KeyRange.ALL.after(after.get()) : KeyRange.ALL;
    Row row =
        access
            .get(
                List.of(
                    Get.of(
                        collection.table(),
                        rowKey(collection, key),
                        new FamilyRead.Items(collection.family(), range, limit + 1, false))))
            .get(0);
    List<Item> items = new ArrayList<>();
    for (Row.Item item : row.itemsOf(collection.family())) {
      items.add(collection.item(item.key(), item.values()));
    }
    return cut(items, collection.itemKeyCodec(), limit);
  }

  /** Returns the page of a whole list. */
  public static Slice<Item> slice(List<Item> all, CollectionSchema collection, Paging paging) {
    KeyCodec codec = collection.itemKeyCodec();
    Optional<Tuple> after = Cursors.parse(codec, paging.after());
    int limit = paging.limit();
    int start = 0;
    if (after.isPresent()) {
      int position =
          Collections.binarySearch(
              all,
              new Item(after.get(), java.util.Map.of()),
              (left, right) -> codec.compare(left.key(), right.key()));
      start = position < 0 ? -position - 1 : position + 1;
    }
    return cut(all.subList(start, Math.min(all.size(), start + limit + 1)), codec, limit);
  }

  /**
   * Returns the page of a list.
   *
   * @param items one more than the page has, if there are more
   */
  public static Slice<Item> cut(List<Item> items, KeyCodec codec, int limit) {
    if (items.size() <= limit) {
      return new Slice<>(items, Optional.empty());
    }
    List<Item> page = items.subList(0, limit);
    return new Slice<>(page, Optional.of(Cursors.of(codec, page.get(limit - 1).key())));
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
