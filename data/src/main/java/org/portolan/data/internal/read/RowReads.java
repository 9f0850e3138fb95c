package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** Reads rows of entities. */
public final class RowReads {
  private RowReads() {}

  /** Reads rows by key in one round trip; returns one entry for each key, in their order. */
  public static List<Optional<EntityRow>> getAll(
      Access access, EntitySchema entity, List<Tuple> keys, Columns columns) {
    List<FamilyRead> reads = entity.reads(columns);
    List<Get> gets = new ArrayList<>(keys.size());
    for (Tuple key : keys) {
      gets.add(new Get(entity.table(), entity.keyMapping().rowKey(key), reads));
    }
    List<Row> rows = access.get(gets);
    List<Optional<EntityRow>> found = new ArrayList<>(keys.size());
    for (Row row : rows) {
      found.add(
          entity.exists(row)
              ? Optional.of(entity.entityRow(entity.key(row), row, columns))
              : Optional.empty());
    }
    return found;
  }

  /** Reads a page of a range of keys in their order: one scan for each prefix, merged. */
  public static Slice<EntityRow> scan(
      Access access, EntitySchema entity, Tuple leading, Columns columns, Paging paging) {
    List<FamilyRead> reads = entity.reads(columns);
    KeyCodec orderCodec = new KeyCodec(behindPrefixColumns(entity));
    Optional<Tuple> after = Cursors.parse(orderCodec, paging.after());
    List<Integer> prefixes = entity.keyMapping().prefixesToScan(leading);
    List<MergedScan.Source> sources = new ArrayList<>(prefixes.size());
    for (int prefix : prefixes) {
      KeyRange range = KeyRange.startingWith(entity.keyMapping().withPrefix(prefix, leading));
      if (after.isPresent()) {
        range = range.after(prefixed(entity, prefix, after.get()));
      }
      // One row beyond the page tells whether there is a next one.
      sources.add(
          new MergedScan.Source(
              access,
              new Scan(
                  entity.table(), range, false, paging.limit() + 1, Scan.BYTES_DEFAULT, reads)));
    }
    MergedScan merged = new MergedScan(sources, entity.keyMapping()::behindPrefix, orderCodec);
    List<EntityRow> rows = new ArrayList<>();
    Tuple last = null;
    while (rows.size() < paging.limit()) {
      Optional<Row> row = merged.next();
      if (row.isEmpty()) {
        return new Slice<>(rows, Optional.empty());
      }
      last = entity.keyMapping().behindPrefix(row.get().key());
      if (entity.exists(row.get())) {
        rows.add(entity.entityRow(entity.key(row.get()), row.get(), columns));
      }
    }
    return new Slice<>(
        rows, merged.hasNext() ? Optional.of(Cursors.of(orderCodec, last)) : Optional.empty());
  }

  private static Tuple prefixed(EntitySchema entity, int prefix, Tuple behindPrefix) {
    var layout = entity.keyMapping().layout();
    return layout.prefixRange() == 1
        ? behindPrefix
        : Tuple.of(layout.prefixText(prefix)).append(behindPrefix);
  }

  private static List<org.portolan.types.KeyColumn> behindPrefixColumns(EntitySchema entity) {
    var columns = entity.keyMapping().rowKeyColumns();
    int prefix = entity.keyMapping().layout().prefixRange() > 1 ? 1 : 0;
    return columns.subList(prefix, columns.size());
  }

  /** Reads a page of all rows in stored order. */
  public static Slice<EntityRow> scanStored(
      Access access, EntitySchema entity, Columns columns, Paging paging) {
    KeyCodec codec = new KeyCodec(entity.keyMapping().rowKeyColumns());
    Optional<Tuple> after = Cursors.parse(codec, paging.after());
    KeyRange range = after.isPresent() ? KeyRange.ALL.after(after.get()) : KeyRange.ALL;
    ScanPage page =
        access.scan(
            new Scan(
                entity.table(),
                range,
                false,
                paging.limit(),
                Scan.BYTES_DEFAULT,
                entity.reads(columns)));
    List<EntityRow> rows = new ArrayList<>(page.rows().size());
    for (Row row : page.rows()) {
      if (entity.exists(row)) {
        rows.add(entity.entityRow(entity.key(row), row, columns));
      }
    }
    return new Slice<>(rows, page.next().map(last -> Cursors.of(codec, last)));
  }
}
