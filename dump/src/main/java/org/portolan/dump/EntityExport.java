package org.portolan.dump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.design.EntityDesign;
import org.portolan.dump.ExportLog.Done;
import org.portolan.types.KeyCodec;
import org.portolan.types.RecordSorter;
import org.portolan.types.Tuple;

/**
 * Reads the rows of one entity in the order of their keys and hands them to the writer. Where the
 * store lists them in this order, they pass through; else they are sorted first. Of rows with
 * collections only the keys are sorted: each row is then read anew, right before its items. Used by
 * one thread.
 */
final class EntityExport {
  private static final int PAGE_ROWS = 1_000;

  /** The most rows of an entity with collections that are read at once after sorting. */
  private static final int GET_ROWS_MAX = 64;

  /** About how much of such rows is read at once, in bytes. */
  private static final int GET_BYTES = 4 << 20;

  private final StoreReader store;
  private final EntityDesign entity;
  private final EntityWriter writer;
  private final RowItems items;
  private final LongConsumer progress;
  private final KeyCodec order;
  private final boolean collected;

  /** Whether at most one row has a key. */
  private final boolean unique;

  private final LineBuffer line = new LineBuffer();

  /** The encoded key of the last row that was written or that an earlier run has written. */
  private byte[] last;

  private final Optional<Done> reached;

  /** Whether the rows that are read may be those that an earlier run has written. */
  private boolean resuming;

  EntityExport(
      StoreReader store,
      EntityWriter writer,
      RowItems items,
      ExportLog log,
      LongConsumer progress) {
    this.store = store;
    this.entity = writer.codec().entity();
    this.writer = writer;
    this.items = items;
    this.progress = progress;
    this.order = new KeyCodec(entity.key());
    this.collected = !entity.collections().isEmpty();
    this.unique = entity.keyLayout().answersLookup();
    List<Done> done = log.segmentsOf(entity.name());
    this.reached = done.isEmpty() ? Optional.empty() : Optional.of(done.get(done.size() - 1));
    this.resuming = reached.isPresent();
    reached.ifPresent(each -> last = order.encode(writer.codec().lastKey(each.segment())));
  }

  /** Passes the rows through: the store lists them in the order of their keys. */
  void stream() throws IOException {
    Paging paging = Paging.first(PAGE_ROWS);
    if (reached.isPresent() && reached.get().cursor() != null) {
      paging = paging.after(reached.get().cursor());
    }
    while (true) {
      Slice<EntityRow> page = store.scanStored(entity.name(), Columns.ALL, paging);
      List<EntityRow> rows = new ArrayList<>(page.entries().size());
      for (EntityRow row : page.entries()) {
        byte[] key = order.encode(row.key());
        if (last == null || Arrays.compareUnsigned(key, last) > 0) {
          rows.add(row);
          last = key;
          resuming = false;
        } else if (!resuming) {
          throw new DumpException(
              "cannot export entity '"
                  + entity.name()
                  + "': the store lists the row "
                  + row.key()
                  + " out of the order of keys; run a check, and report this as a bug");
        }
      }
      write(rows, paging.cursor().orElse(null));
      progress.accept(writer.rowsInAll());
      if (page.next().isEmpty()) {
        return;
      }
      paging = paging.following(page);
    }
  }

  /**
   * Sorts the rows first.
   *
   * @return the number of files that the sort needed
   */
  int sort(DumpFiles files, long memoryBytes) throws IOException {
    try (RecordSorter sorter = sorter(files, memoryBytes)) {
      Paging paging = Paging.first(PAGE_ROWS);
      Columns columns = collected ? Columns.NONE : Columns.ALL;
      while (true) {
        Slice<EntityRow> page = store.scanStored(entity.name(), columns, paging);
        for (EntityRow row : page.entries()) {
          add(sorter, row);
        }
        if (page.next().isEmpty()) {
          break;
        }
        paging = paging.following(page);
      }
      writeSorted(sorter.sorted());
      return sorter.filesWritten();
    }
  }

  private static RecordSorter sorter(DumpFiles files, long memoryBytes) throws IOException {
    Path directory = files.path(DumpFiles.SORTING);
    files.createDirectory(directory);
    return new RecordSorter(directory, memoryBytes, files.watch()::before);
  }

  private void add(RecordSorter sorter, EntityRow row) throws IOException {
    byte[] key = order.encode(row.key());
    if (last != null && Arrays.compareUnsigned(key, last) <= 0) {
      // An earlier run has written it.
      return;
    }
    line.clear();
    if (collected) {
      LineCodec.key(line, entity.key(), row.key());
    } else {
      writer.codec().row(line, row.key(), row.values());
    }
    sorter.add(key, line.toArray());
  }

  private void writeSorted(Iterator<RecordSorter.Entry> sorted) throws IOException {
    List<Tuple> keys = new ArrayList<>(GET_ROWS_MAX);
    byte[] before = null;
    while (sorted.hasNext()) {
      RecordSorter.Entry entry = sorted.next();
      if (unique && before != null && Arrays.equals(before, entry.key())) {
        // The row was rewritten while the store was read, and seen at two places.
        continue;
      }
      before = entry.key();
      if (!collected) {
        writer.row(entry.content(), entry.content().length, null);
        report();
        continue;
      }
      keys.add(writer.codec().readKey(entry.content()));
      // One row after another until a row shows how large they are.
      if (keys.size() >= Math.min(GET_ROWS_MAX, GET_BYTES / writer.lastRowBytes())) {
        writeKeys(keys);
      }
    }
    if (!keys.isEmpty()) {
      writeKeys(keys);
    }
    progress.accept(writer.rowsInAll());
  }

  private void report() {
    if (writer.rowsInAll() % PAGE_ROWS == 0) {
      progress.accept(writer.rowsInAll());
    }
  }

  /** Reads the rows of keys; a row that was deleted meanwhile is left out. */
  private void writeKeys(List<Tuple> keys) throws IOException {
    write(
        store.getAll(entity.name(), keys, Columns.ALL).stream().flatMap(Optional::stream).toList(),
        null);
    keys.clear();
    progress.accept(writer.rowsInAll());
  }

  private void write(List<EntityRow> rows, String cursor) throws IOException {
    if (collected) {
      items.write(store, writer, rows, cursor);
      return;
    }
    for (EntityRow row : rows) {
      Map<String, Object> values = row.values();
      writer.codec().row(line.clear(), row.key(), values);
      writer.row(line.array(), line.length(), cursor);
    }
  }
}
