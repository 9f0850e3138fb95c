package org.portolan.dump;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.design.CollectionDesign;
import org.portolan.types.Tuple;

/**
 * Writes rows with their items. Where the store has servers, the first pages of several rows are
 * read at once; memory holds these pages. Used by one thread.
 */
final class RowItems {
  /** The rows whose first pages of items are read at once. */
  static final int ROWS_AT_ONCE = 8;

  private static final int PAGE_ITEMS = 100;

  private final ExecutorService readers;
  private final LineBuffer line = new LineBuffer();

  /**
   * @param readers null to read in the caller's thread
   */
  RowItems(ExecutorService readers) {
    this.readers = readers;
  }

  void write(StoreReader store, EntityWriter writer, List<EntityRow> rows, String cursor)
      throws IOException {
    String entity = writer.codec().entity().name();
    List<CollectionDesign> collections = writer.codec().collections();
    Deque<Future<List<Slice<Item>>>> firsts = new ArrayDeque<>();
    Iterator<EntityRow> ahead = rows.iterator();
    for (EntityRow row : rows) {
      while (ahead.hasNext() && firsts.size() < (readers == null ? 1 : ROWS_AT_ONCE)) {
        Tuple key = ahead.next().key();
        firsts.add(read(() -> firstPages(store, entity, key, collections)));
      }
      List<Slice<Item>> first = Tasks.result(firsts.remove());
      writer.codec().row(line.clear(), row.key(), row.values());
      writer.row(line.array(), line.length(), cursor);
      for (int position = 0; position < collections.size(); position++) {
        write(store, writer, row.key(), collections.get(position), first.get(position));
      }
    }
  }

  private Future<List<Slice<Item>>> read(Callable<List<Slice<Item>>> task) {
    if (readers != null) {
      return readers.submit(task);
    }
    FutureTask<List<Slice<Item>>> here = new FutureTask<>(task);
    here.run();
    return here;
  }

  private static List<Slice<Item>> firstPages(
      StoreReader store, String entity, Tuple key, List<CollectionDesign> collections) {
    List<Slice<Item>> pages = new ArrayList<>(collections.size());
    for (CollectionDesign collection : collections) {
      pages.add(store.items(entity, key, collection.name(), Paging.first(PAGE_ITEMS)));
    }
    return pages;
  }

  private static void write(
      StoreReader store,
      EntityWriter writer,
      Tuple key,
      CollectionDesign collection,
      Slice<Item> firstPage)
      throws IOException {
    String entity = writer.codec().entity().name();
    Slice<Item> page = firstPage;
    while (true) {
      for (Item item : page.entries()) {
        writer.item(collection, item);
      }
      if (page.next().isEmpty()) {
        return;
      }
      page =
          store.items(
              entity, key, collection.name(), Paging.first(PAGE_ITEMS).after(page.next().get()));
    }
  }
}
