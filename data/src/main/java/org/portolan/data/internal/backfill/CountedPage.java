package org.portolan.data.internal.backfill;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.EntityRow;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.RepairedAttempts;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.repaired.commit.RowChange;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.schema.RowCounting;
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
 * once, by whichever process. Deleted rows whose state is still there are written too, as in {@link
 * RaisedPage}: a commit that a dead process had planned before finds its condition false.
 *
 * <h2>How it fails</h2>
 *
 * A row with an unfinished write is finished first. If one row of a page was changed in between,
 * all are read again, and those that are counted now are left out. The writes are those of the
 * session of the process: if it dies, others bring what it had added, as of any write.
 */
final class CountedPage {
  private final RepairedAttempts writes;
  private final EntitySchema entity;
  private final RowCounting counting;
  private final Projection projection;
  private final Tally tally;

  private final PageVisit visit;

  /**
   * @param projection at least the columns that decide how much a row adds
   */
  CountedPage(
      VisitParts parts,
      RepairedAttempts writes,
      EntitySchema entity,
      Projection projection,
      Tally tally) {
    this.writes = writes;
    this.entity = entity;
    this.counting = entity.counting().orElseThrow();
    this.projection = projection;
    this.tally = tally;
    this.visit = new PageVisit(parts, entity, projection, tally, "count", this::count);
  }

  /** As {@link PageVisit#visit}; returns when all rows are counted. */
  void visit(List<Row> read, Stopwatch since, Patience patience) {
    visit.visit(read, since, patience);
  }

  /** Counts rows; returns the keys of those that must be read again. */
  private List<Tuple> count(List<PageVisit.Settled> rows, Stopwatch known) {
    Map<RowKey, WriteState> settled = new LinkedHashMap<>();
    List<RowChange> changes = new ArrayList<>();
    for (PageVisit.Settled each : rows) {
      if (each.state().counted() != counting.mark()) {
        settled.put(each.key(), each.state());
        changes.add(change(each.key(), each.row()));
      }
    }
    if (changes.isEmpty()) {
      return List.of();
    }
    if (!writes.makeEach(changes, settled, known)) {
      return settled.keySet().stream().map(RowKey::key).toList();
    }
    tally.entries += changes.size();
    return List.of();
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
}
