package org.portolan.data.internal.repaired.check;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.check.EntryLook;
import org.portolan.data.internal.check.Targets;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.index.IndexLookups;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.commit.EntryFollowUps;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.commit.RowCommit;
import org.portolan.data.internal.repaired.commit.RowPlan;
import org.portolan.data.internal.repaired.recovery.Finisher;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.Unfinished;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * Looks at an entry between two looks at the state of its row, which must be settled and the same
 * both times. A repair is a write that changes nothing of the row but its state, with the entry in
 * its outbox; so it has its place in the order of the row's writes.
 */
public final class EntryRepairs implements EntryLook {
  private final RowStore store;
  private final Applier applier;
  private final Finisher finisher;
  private final RowCommit rowCommit;
  private final Membership membership;
  private final Unfinished unfinished;

  public EntryRepairs(
      RowStore store,
      Applier applier,
      Intents intents,
      Finisher finisher,
      Membership membership,
      Unfinished unfinished) {
    this.store = store;
    this.applier = applier;
    this.finisher = finisher;
    this.rowCommit = new RowCommit(store, intents);
    this.membership = membership;
    this.unfinished = unfinished;
  }

  @Override
  public Seen look(IndexSchema index, IndexEntry entry, Tuple key, boolean repair) {
    EntitySchema entity = index.entity();
    RowKey row = new RowKey(entity.table(), entity.keyMapping().rowKey(key));
    WriteState state = settled(row);
    Optional<RowKey> guard = index.guard(entry);
    Optional<WriteState> ofGuard = guard.map(this::settled);
    Access access = new Access(store.engine(), null);
    Optional<EntityRow> found =
        RowReads.getAll(access, entity, List.of(key), new Columns(false, index.columns())).get(0);
    boolean expected = index.entries(found).contains(entry);
    boolean orphaned = expected && isOrphaned(access, index, found.orElseThrow());
    boolean listed = IndexLookups.listed(access, index, List.of(entry)).get(0);
    if (!store.state(row).isAt(state)) {
      throw new ConflictException(Set.of(row));
    }
    if (guard.isPresent() && !store.state(guard.get()).isAt(ofGuard.get())) {
      throw new ConflictException(Set.of(guard.get()));
    }
    if (expected == listed) {
      return orphaned ? Seen.ORPHANED : Seen.RIGHT;
    }
    // A process that was left behind looks at an index that others maintain no more.
    membership.requireAliveSinceReads();
    if (repair) {
      repair(row, state, index, entry, expected);
    }
    return expected ? Seen.MISSING : Seen.DANGLING;
  }

  /**
   * Returns whether a row refers to one that is not there. A deletion of the target would have
   * changed the guard row, whose state is compared before and after.
   */
  private boolean isOrphaned(Access access, IndexSchema index, EntityRow row) {
    // A write of several rows may have made the row, and be about to make its target.
    Targets.target(index, row).ifPresent(this::settled);
    return Targets.isMissing(access, index, row);
  }

  private WriteState settled(RowKey row) {
    finisher.finish(row, Duration.ZERO);
    WriteState state = store.state(row);
    if (!state.isSettled()) {
      throw new ConflictException(Set.of(row));
    }
    return state;
  }

  private void repair(
      RowKey row, WriteState state, IndexSchema index, IndexEntry entry, boolean listed) {
    Ticket ticket = membership.begin();
    try {
      ticket.require(List.of(row), state.version());
      boolean done = false;
      try {
        done = repair(row, state, index, entry, listed, ticket.since());
      } finally {
        if (!done) {
          unfinished.addDoubtful(row, ticket);
        }
      }
    } finally {
      ticket.release();
    }
  }

  /** Repairs an entry; returns whether its row is known to be settled. */
  private boolean repair(
      RowKey row,
      WriteState state,
      IndexSchema index,
      IndexEntry entry,
      boolean listed,
      long versionMin) {
    long version = state.nextVersion(Math.max(versionMin, store.runtime().wallMillis()));
    IndexChanges changes = new IndexChanges();
    changes.put(index, entry, listed);
    List<FollowUp> followUps = EntryFollowUps.of(store, changes, version);
    WriteState after = state.next(version, store.runtime().random().nextLong());
    Outbox outbox = new Outbox(followUps, List.of());
    RowPlan plan =
        new RowPlan(row, state, after, List.of(), outbox, List.of(), store.runtime().stopwatch());
    store.engine().requireWritable(FollowUp.mutations(followUps));
    Stopwatch known = store.runtime().stopwatch();
    rowCommit.commit(plan, Durability.SYNCED, null);
    if (!applier.apply(followUps, known, Durability.SYNCED, null)) {
      throw new EngineException(
          "the repair of row " + row + " took too long to be certain; run the check again");
    }
    return store.tried(Finisher.cleared(row, after));
  }
}
