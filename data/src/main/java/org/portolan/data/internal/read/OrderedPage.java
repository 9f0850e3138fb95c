package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.data.Columns;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.read.MergedScan.Found;
import org.portolan.data.internal.read.ReadAheads.Ahead;
import org.portolan.data.internal.read.ReadAheads.Place;
import org.portolan.data.internal.read.SortedRuns.Keyed;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/**
 * One page of an ordered scan. Under a prefixed key layout each page costs a seek in each range, as
 * many for ten rows as for ten thousand. So a scan that goes on reads ahead: the second page
 * several times its rows, and each further batch {@link #GROWTH} times as many as the one before,
 * up to a bound.
 *
 * <p>Only an engine that tells whether its state changed admits this. Rows that were read ahead are
 * shown only if nothing was written since; otherwise they are dropped, and the scan must show again
 * that it goes on. So a scan beside a steady writer reads page by page, and the rows that are read
 * in vain are at most a few times those that were shown.
 */
final class OrderedPage {
  /** How many times as many rows as the batch before, all of them shown, a batch has. */
  private static final int GROWTH = 4;

  /** The rows of a range that are worth a seek: more in a batch hardly make it faster. */
  private static final int RANGE_ROWS = 64;

  private final Access access;
  private final ReadAheads aheads;
  private final EntitySchema entity;
  private final Tuple leading;
  private final Columns columns;
  private final Projection projection;
  private final ReadOrder order;
  private final List<Integer> prefixes;

  /** The state at the beginning of this page; empty if nothing may be read ahead. */
  private final OptionalLong stateNumber;

  /** The rows read ahead; null if this scan has not shown that it goes on. */
  private Ahead ahead;

  private int rowBytes = 1;

  /**
   * @param after the last key of the page before
   */
  OrderedPage(
      Access access,
      ReadAheads aheads,
      EntitySchema entity,
      Tuple leading,
      Columns columns,
      ReadOrder order,
      Optional<Tuple> after) {
    this.access = access;
    this.aheads = aheads;
    this.entity = entity;
    this.leading = leading;
    this.columns = columns;
    this.order = order;
    projection = entity.projection(columns);
    prefixes = entity.keyMapping().prefixesToScan(leading);
    stateNumber = prefixes.size() > 1 ? access.stateNumber() : OptionalLong.empty();
    if (stateNumber.isPresent() && after.isPresent()) {
      Ahead held = aheads.take(place(after.get()));
      if (held != null && held.stateNumber() == stateNumber.getAsLong()) {
        ahead = held;
      }
    }
  }

  private Place place(Tuple after) {
    return new Place(entity, leading, columns, order.backwards(), after);
  }

  /**
   * Returns the first rows behind a key, as many as are wanted or all if they are fewer. A row is
   * null if it only has parts that do not make it exist.
   *
   * @param after the same key as in earlier calls, or one behind it
   */
  List<Keyed> rows(Optional<Tuple> after, int wanted) {
    if (ahead != null) {
      pass(after.get());
      if (ahead.size() < wanted && !ahead.last()) {
        readAhead(wanted);
      }
      if (ahead.size() >= wanted || ahead.last()) {
        return ahead.first(wanted);
      }
      // Few rows are complete: one range has most of them, or rows are very large.
      ahead = null;
    }
    List<Found> rows =
        BucketScan.serves(entity, leading)
            ? new BucketScan(access, entity, projection.reads(), order, wanted)
                .first(prefixes.get(0), leading, after)
            : new MergedScan(access, entity, projection.reads(), order, wanted)
                .first(prefixes, prefix -> range(prefix, after));
    List<Keyed> keyed = new ArrayList<>(rows.size());
    long bytes = 0;
    for (Found found : rows) {
      Row row = found.row();
      bytes += row.bytes();
      keyed.add(
          new Keyed(
              entity.exists(row)
                  ? projection.row(entity.key(row, found.behindPrefix()), row)
                  : null,
              found.behindPrefix()));
    }
    rowBytes = (int) Math.max(1, bytes / Math.max(1, rows.size()));
    return keyed;
  }

  private void readAhead(int wanted) {
    int room = aheads.roomRows(ahead.rowBytes()) - ahead.size();
    int planned =
        ahead.batchRows() == 0
            ? Math.max(GROWTH * wanted, prefixes.size())
            : (int) Math.min((long) GROWTH * ahead.batchRows(), Integer.MAX_VALUE);
    int worthwhile = Math.max(GROWTH * wanted, RANGE_ROWS * prefixes.size());
    int rows = Math.min(planned, Math.min(worthwhile, room));
    if (rows >= wanted) {
      Optional<Tuple> complete = Optional.of(ahead.complete());
      ahead.add(
          new MergedBatch(access, entity, projection, order, rows, ahead.rowBytes())
              .read(prefixes, prefix -> range(prefix, complete)),
          rows);
    }
  }

  /** Takes the rows up to a key. */
  private void pass(Tuple after) {
    List<Keyed> rows = ahead.first(ahead.size());
    int from = 0;
    int to = rows.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (order.compare(rows.get(middle).behindPrefix(), after) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    ahead.take(from);
  }

  private KeyRange range(int prefix, Optional<Tuple> after) {
    KeyRange range = KeyRange.startingWith(entity.keyMapping().withPrefix(prefix, leading));
    return after.isPresent()
        ? order.behind(range, MergedScan.prefixed(entity, prefix, after.get()))
        : range;
  }

  /** Keeps what the next page may use; call this last, if there is a next page. */
  void end(Tuple last) {
    if (stateNumber.isEmpty()) {
      return;
    }
    long now = access.stateNumber().orElseThrow();
    if (ahead != null && now == ahead.stateNumber()) {
      pass(last);
      aheads.put(place(last), ahead);
    } else {
      int bytes = ahead == null ? rowBytes : ahead.rowBytes();
      aheads.put(place(last), new Ahead(now, last, bytes));
    }
  }
}
