package org.portolan.data.internal.backfill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.portolan.data.DataException;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * Works on each row of a page on condition of the state that was read with it, round after round
 * until all are done: a row with an unfinished write is finished first, and a row that others have
 * changed in between is read again. Rows of which nothing is there, and no state, are left out. On
 * engines of rows. Used by one thread.
 */
final class PageVisit {
  /**
   * A row without an unfinished write.
   *
   * @param row as it was read, with its state; it may be deleted
   */
  record Settled(RowKey key, WriteState state, Row row) {}

  /** What is done with rows. */
  interface Work {
    /**
     * Works on rows, each of which others may have changed since it was read.
     *
     * @param known started before they were read
     * @return the keys of the rows that are not done, and must be read again
     */
    List<Tuple> on(List<Settled> rows, Stopwatch known);
  }

  private final VisitParts parts;
  private final EntitySchema entity;
  private final Tally tally;
  private final String action;
  private final Work work;
  private final List<FamilyRead> reads;

  /** The rows that are not done. */
  private List<Tuple> left = List.of();

  /** The rows that are not done as they were read; null if they must be read again. */
  private List<Row> rows;

  /** Started before they were read. */
  private Stopwatch known;

  /**
   * @param action what cannot be done if others change a row again and again, as in {@code "count"}
   *     a row
   */
  PageVisit(
      VisitParts parts,
      EntitySchema entity,
      Projection projection,
      Tally tally,
      String action,
      Work work) {
    this.parts = parts;
    this.entity = entity;
    this.tally = tally;
    this.action = action;
    this.work = work;
    this.reads = reads(projection);
  }

  /** Returns how rows are read with their states. */
  static List<FamilyRead> reads(Projection projection) {
    List<FamilyRead> reads = new ArrayList<>(projection.reads());
    reads.add(WriteState.READ);
    return reads;
  }

  /**
   * Visits all rows of a page; returns when the work on them is done.
   *
   * @param read the rows with their states, as they were after {@code since} was started
   * @throws DataException if others change a row again and again for minutes
   */
  void visit(List<Row> read, Stopwatch since, Patience patience) {
    rows = read;
    known = since;
    left = read.stream().map(Row::key).toList();
    Losses losses = new Losses(parts.store().runtime());
    while (true) {
      int before = left.size();
      patience.run(this::round);
      tally.conflicts += left.size();
      if (left.isEmpty()) {
        return;
      }
      if (left.size() < before) {
        losses.won();
      } else if (losses.areTooMany()) {
        throw new DataException(
            "cannot "
                + action
                + " row "
                + left.get(0)
                + " of '"
                + entity.name()
                + "': other writers changed it for minutes; go on when there are fewer of them");
      }
      losses.lost();
    }
  }

  private void round() {
    if (rows == null) {
      known = parts.store().runtime().stopwatch();
      rows =
          new Access(parts.store().engine(), null)
              .get(left.stream().map(key -> new Get(entity.table(), key, reads)).toList());
    }
    List<Row> looked = rows;
    rows = null;
    List<Settled> settled = new ArrayList<>();
    List<Tuple> again = new ArrayList<>();
    for (Row row : looked) {
      RowKey key = new RowKey(entity.table(), row.key());
      WriteState state = WriteState.of(row);
      if (!state.isSettled()) {
        parts.finisher().finish(key, state, known, Duration.ZERO);
        again.add(row.key());
      } else if (state.exists() || entity.exists(row)) {
        settled.add(new Settled(key, state, row));
      }
    }
    again.addAll(work.on(settled, known));
    left = again;
  }
}
