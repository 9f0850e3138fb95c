package org.portolan.data.internal.backfill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.DataException;
import org.portolan.data.EntityRow;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.repaired.RepairedAttempts;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.repaired.commit.RowChange;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.schema.RowCounting;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * Counts the rows of a page that are not counted, by writes that change nothing else.
 *
 * <h2>Why</h2>
 *
 * A write that leaves a row as it is counts it by the same rule as any other write: see {@link
 * RowCounting}. It is on condition of the state that was read with the row, so a row is counted
 * once, whoever does it. Deleted rows whose state is still there are written too, as in {@link
 * RaisedPage}: a commit that a dead process had planned before finds its condition false.
 *
 * <h2>How it fails</h2>
 *
 * A row with an unfinished write is finished first. If one row of a page was changed in between,
 * all are read again, and those that are counted now are left out. The writes are those of the
 * session of the process: if it dies, others bring what it had added, as of any write.
 */
final class CountedPage {
  private final VisitParts parts;
  private final RepairedAttempts writes;
  private final EntitySchema entity;
  private final RowCounting counting;
  private final Projection projection;
  private final Tally tally;

  /** The rows that are not done. */
  private List<Tuple> left = List.of();

  /** The rows that are not done as they were read; null if they must be read again. */
  private List<Row> rows;

  /** Started before they were read. */
  private Stopwatch known;

  /**
   * @param projection at least the columns that decide how much a row adds
   */
  CountedPage(
      VisitParts parts,
      RepairedAttempts writes,
      EntitySchema entity,
      Projection projection,
      Tally tally) {
    this.parts = parts;
    this.writes = writes;
    this.entity = entity;
    this.counting = entity.counting().orElseThrow();
    this.projection = projection;
    this.tally = tally;
  }

  /**
   * Visits all rows of a page; returns when they are counted.
   *
   * @param read the rows with their states, as they were after {@code since} was started
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
            "cannot count row "
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
      rows = read();
    }
    List<Row> looked = rows;
    rows = null;
    Map<RowKey, WriteState> settled = new LinkedHashMap<>();
    List<RowChange> changes = new ArrayList<>();
    List<Tuple> again = new ArrayList<>();
    for (Row row : looked) {
      RowKey key = new RowKey(entity.table(), row.key());
      WriteState state = WriteState.of(row);
      if (!state.isSettled()) {
        parts.finisher().finish(key, state, known, Duration.ZERO);
        again.add(row.key());
      } else if (state.counted() != counting.mark() && (state.exists() || entity.exists(row))) {
        settled.put(key, state);
        changes.add(change(key, row));
      }
    }
    if (!changes.isEmpty()) {
      if (writes.makeEach(changes, settled, known)) {
        tally.entries += changes.size();
      } else {
        settled.keySet().forEach(row -> again.add(row.key()));
      }
    }
    left = again;
  }

  /** Returns a change of a row that leaves it as it is, or of one that is not there. */
  private RowChange change(RowKey key, Row row) {
    RowChange change = new RowChange(key);
    if (entity.exists(row)) {
      Optional<EntityRow> found = Optional.of(projection.row(entity.key(row), row));
      change.derived().counters().row(entity, found, found);
    }
    return change;
  }

  private List<Row> read() {
    List<FamilyRead> reads = new ArrayList<>(projection.reads());
    reads.add(WriteState.READ);
    return new Access(parts.store().engine(), null)
        .get(left.stream().map(key -> new Get(entity.table(), key, reads)).toList());
  }
}
