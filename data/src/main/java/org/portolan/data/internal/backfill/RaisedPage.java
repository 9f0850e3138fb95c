package org.portolan.data.internal.backfill;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.portolan.data.EntityRow;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.repaired.commit.EntryFollowUps;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * Raises the rows of a page, and lists their entries at the raised versions.
 *
 * <h2>Why</h2>
 *
 * A row is raised on condition of the state that was read with it, so at this moment it has exactly
 * the entries that were calculated. Every later write of the row has a higher version: if it
 * removes one of these entries, the removal wins whenever the entry arrives. A commit that a dead
 * process had planned before the index existed finds its condition false; therefore deleted rows
 * whose state is still there are raised, too.
 *
 * <h2>How it fails</h2>
 *
 * A row with an unfinished write is finished first. A row that was changed in between, and all rows
 * of which this is unknown, are read again. So are raised rows whose entries could not be written
 * within {@link org.portolan.data.internal.repaired.commit.Applier#AGE_MAX} of the read: engines
 * forget removals. If the process dies, raised rows may lack their entries. Nothing is registered
 * for them: they have no unfinished write, and the index is not read before another run has visited
 * all rows. But each round takes part in the session of the process, so it ends if that was fenced.
 */
final class RaisedPage {
  /** How many entries are written in one batch. */
  private static final int BATCH_ENTRIES = 2_000;

  private final VisitParts parts;
  private final EntitySchema entity;
  private final List<IndexSchema> lists;
  private final Projection projection;
  private final Tally tally;
  private final Consumer<EntityRow> raisedRows;

  private final PageVisit visit;

  RaisedPage(
      VisitParts parts,
      EntitySchema entity,
      List<IndexSchema> lists,
      Projection projection,
      Tally tally) {
    this(parts, entity, lists, projection, tally, row -> {});
  }

  /**
   * @param raisedRows receives each row that is there, as it is when it is raised; a row may be
   *     raised more than once
   */
  RaisedPage(
      VisitParts parts,
      EntitySchema entity,
      List<IndexSchema> lists,
      Projection projection,
      Tally tally,
      Consumer<EntityRow> raisedRows) {
    this.raisedRows = raisedRows;
    this.parts = parts;
    this.entity = entity;
    this.lists = lists;
    this.projection = projection;
    this.tally = tally;
    this.visit = new PageVisit(parts, entity, projection, tally, "list the entries of", this::list);
  }

  /** As {@link PageVisit#visit}; returns when the entries of all rows are listed. */
  void visit(List<Row> read, Stopwatch since, Patience patience) {
    visit.visit(read, since, patience);
  }

  /** Raises rows and lists their entries; returns the keys of those that must be read again. */
  private List<Tuple> list(List<PageVisit.Settled> rows, Stopwatch known) {
    Map<RowKey, WriteState> settled = new LinkedHashMap<>();
    Map<RowKey, EntityRow> found = new LinkedHashMap<>();
    for (PageVisit.Settled each : rows) {
      settled.put(each.key(), each.state());
      if (entity.exists(each.row())) {
        found.put(each.key(), projection.row(entity.key(each.row()), each.row()));
      }
    }
    List<Tuple> again = new ArrayList<>();
    found.forEach(this::requireWritable);
    Ticket ticket = parts.membership().begin();
    try {
      ticket.requireAlive(settled.keySet());
      Map<RowKey, Long> raised = parts.raises().raise(settled, ticket.since());
      settled.keySet().stream()
          .filter(row -> !raised.containsKey(row))
          .forEach(row -> again.add(row.key()));
      Map<RowKey, EntityRow> listed = new LinkedHashMap<>(found);
      listed.keySet().retainAll(raised.keySet());
      listed.values().forEach(raisedRows);
      if (!apply(listed, raised, known)) {
        listed.keySet().forEach(row -> again.add(row.key()));
      }
    } catch (ConflictException fenced) {
      return settled.keySet().stream().map(RowKey::key).toList();
    } finally {
      ticket.release();
    }
    return again;
  }

  /** Returns whether all entries of rows were written; false if it was too late. */
  private boolean apply(Map<RowKey, EntityRow> listed, Map<RowKey, Long> raised, Stopwatch known) {
    List<FollowUp> batch = new ArrayList<>();
    for (Map.Entry<RowKey, EntityRow> row : listed.entrySet()) {
      batch.addAll(entries(row.getValue(), raised.get(row.getKey())));
      if (batch.size() >= BATCH_ENTRIES) {
        if (!apply(batch, known)) {
          return false;
        }
        batch.clear();
      }
    }
    return apply(batch, known);
  }

  private boolean apply(List<FollowUp> batch, Stopwatch known) {
    boolean made = parts.applier().apply(batch, known, Durability.SYNCED, null);
    if (made) {
      tally.entries += batch.size();
      tally.written(FollowUp.mutations(batch));
    }
    return made;
  }

  private List<FollowUp> entries(EntityRow row, long version) {
    IndexChanges changes = new IndexChanges();
    for (IndexSchema list : lists) {
      for (IndexEntry entry : list.entries(row.key(), row.values())) {
        changes.put(list, entry, true);
      }
    }
    return EntryFollowUps.of(parts.store(), changes, version);
  }

  private void requireWritable(RowKey key, EntityRow row) {
    try {
      parts.store().engine().requireWritable(FollowUp.mutations(entries(row, 1)));
    } catch (CapabilityException e) {
      CapabilityException refusal =
          new CapabilityException(
              "cannot list row "
                  + row.key()
                  + " of '"
                  + entity.name()
                  + "' in "
                  + lists.stream().map(IndexSchema::name).toList()
                  + ": "
                  + e.getMessage()
                  + "; change the row, or leave the index out");
      refusal.initCause(e);
      throw refusal;
    }
  }
}
