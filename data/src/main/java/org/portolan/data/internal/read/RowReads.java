package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.read.SortedRuns.Keyed;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.CapabilityException;
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
    Projection projection = entity.projection(columns);
    List<Get> gets = new ArrayList<>(keys.size());
    for (Tuple key : keys) {
      gets.add(new Get(entity.table(), entity.keyMapping().rowKey(key), projection.reads()));
    }
    List<Row> rows = access.get(gets);
    List<Optional<EntityRow>> found = new ArrayList<>(keys.size());
    for (Row row : rows) {
      found.add(
          entity.exists(row)
              ? Optional.of(projection.row(entity.key(row), row))
              : Optional.empty());
    }
    return found;
  }

  /**
   * Reads a page of a range of keys in their order: a range of each prefix, merged.
   *
   * @param aheads the rows that earlier pages of this reader have read ahead
   */
  public static Slice<EntityRow> scan(
      Access access,
      ReadAheads aheads,
      EntitySchema entity,
      Tuple leading,
      Columns columns,
      Paging paging) {
    requireWithinPartition(entity, leading);
    KeyCodec codec = MergedScan.orderCodec(entity);
    ReadOrder order = new ReadOrder(codec, paging.backwards());
    Optional<Tuple> after = Cursors.parse(codec, paging);
    OrderedPage page = new OrderedPage(access, aheads, entity, leading, columns, order, after);
    List<Keyed> found = new ArrayList<>();
    while (true) {
      // One row beyond the page tells whether there is another one.
      List<Keyed> rows = page.rows(after, paging.limit() + 1);
      for (int position = 0; position < Math.min(rows.size(), paging.limit()); position++) {
        Tuple behindPrefix = rows.get(position).behindPrefix();
        after = Optional.of(behindPrefix);
        if (rows.get(position).row() != null) {
          found.add(rows.get(position));
        }
        if (found.size() == paging.limit()) {
          if (position + 1 == rows.size()) {
            return slice(codec, paging, found, Optional.empty());
          }
          page.end(behindPrefix);
          return slice(codec, paging, found, after);
        }
      }
      if (rows.size() <= paging.limit()) {
        return slice(codec, paging, found, Optional.empty());
      }
    }
  }

  private static Slice<EntityRow> slice(
      KeyCodec codec, Paging paging, List<Keyed> found, Optional<Tuple> ahead) {
    return Cursors.slice(codec, paging, found, Keyed::behindPrefix, ahead).map(Keyed::row);
  }

  private static CapabilityException onlyForwards(EntitySchema entity, CapabilityException cause) {
    CapabilityException refusal =
        new CapabilityException(
            "cannot read the rows of '"
                + entity.name()
                + "' backwards in stored order: the engine does not order whole tables; read them"
                + " forwards, or read an index backwards");
    refusal.initCause(cause);
    return refusal;
  }

  /**
   * Refuses, in the words of the design, what an engine with order only within a partition would
   * refuse. Without a prefix, such an engine reads all rows, in stored order.
   */
  private static void requireWithinPartition(EntitySchema entity, Tuple leading) {
    int columns = entity.keyMapping().partitionKeyColumns();
    boolean all = leading.isEmpty() && entity.keyMapping().layout().prefixRange() == 1;
    if (entity.keyOrder() != KeyOrder.WITHIN_PARTITION || leading.size() >= columns || all) {
      return;
    }
    List<String> names = entity.design().partitionColumns();
    throw new CapabilityException(
        "cannot scan the rows of '"
            + entity.name()
            + "' that begin with "
            + leading
            + ": this engine has rows in order only within a partition; give values of "
            + String.join(" and ", names)
            + (columns < entity.design().key().size()
                ? ""
                : " (name fewer columns as the partition in a new design)")
            + ", scan all rows in stored order, or read an index");
  }

  /** Reads a page of all rows in stored order. */
  public static Slice<EntityRow> scanStored(
      Access access, EntitySchema entity, Columns columns, Paging paging) {
    KeyCodec codec = new KeyCodec(entity.keyMapping().rowKeyColumns());
    ReadOrder order = new ReadOrder(codec, paging.backwards());
    KeyRange range =
        Cursors.parse(codec, paging)
            .map(after -> order.behind(KeyRange.ALL, after))
            .orElse(KeyRange.ALL);
    Projection projection = entity.projection(columns);
    Scan scan =
        new Scan(
            entity.table(),
            range,
            paging.backwards(),
            paging.limit(),
            Scan.BYTES_DEFAULT,
            projection.reads());
    ScanPage page;
    try {
      page = access.scan(scan);
    } catch (CapabilityException e) {
      throw paging.backwards() ? onlyForwards(entity, e) : e;
    }
    // The rows of a page may all have only parts that do not make them exist.
    return Cursors.slice(codec, paging, page.rows(), Row::key, page.next())
        .filter(entity::exists)
        .map(row -> projection.row(entity.key(row), row));
  }
}
