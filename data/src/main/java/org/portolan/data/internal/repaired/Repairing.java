package org.portolan.data.internal.repaired;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.DataException;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreActivity.Task;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.background.TaskState;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.check.CounterLook;
import org.portolan.data.internal.check.EntryLook;
import org.portolan.data.internal.repaired.check.CounterRepairs;
import org.portolan.data.internal.repaired.check.EntryRepairs;
import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.commit.Receipts;
import org.portolan.data.internal.repaired.read.NewRows;
import org.portolan.data.internal.repaired.recovery.Cleaner;
import org.portolan.data.internal.repaired.recovery.CounterFold;
import org.portolan.data.internal.repaired.recovery.Finisher;
import org.portolan.data.internal.repaired.recovery.RowRaises;
import org.portolan.data.internal.repaired.recovery.SessionRecovery;
import org.portolan.data.internal.repaired.recovery.Sweeper;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.Unfinished;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Admission;
import org.portolan.data.internal.session.CurrentSessions;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.Sessions;
import org.portolan.engine.Engine;
import org.portolan.engine.RowKey;

/** The protocol of repaired writes for one open store: writes, cleaner and sweeps. Thread-safe. */
public final class Repairing implements CurrentSessions, AutoCloseable {
  private static final int PASSES_MAX = 5;

  private final StoreRuntime runtime;
  private final RowStore rows;
  private final Sessions sessions;
  private final Membership membership;
  private final Cleaner cleaner;
  private final RepairedAttempts attempts;
  private final Sweeper sweeper;
  private final EntryRepairs entries;
  private final CounterRepairs counters;
  private final VisitParts visits;

  /** Makes the protocol of a process that nothing keeps from writing. */
  public Repairing(Engine engine, StoreSchema schema, StoreOptions options) {
    this(engine, schema, options, Admission.ALL);
  }

  /**
   * @param admission of each session of this process
   */
  public Repairing(Engine engine, StoreSchema schema, StoreOptions options, Admission admission) {
    this.runtime = options.runtime();
    RowStore store = RowStore.of(engine, schema, options.runtime());
    this.rows = store;
    this.sessions = new Sessions(engine, schema.tables());
    this.membership = new Membership(sessions, options.runtime(), admission);
    Unfinished unfinished = new Unfinished();
    Applier applier = new Applier(store);
    Receipts receipts = new Receipts(store, applier, membership, unfinished);
    Intents intents = new Intents(store, receipts);
    Finisher finisher = new Finisher(store, applier, intents, receipts);
    this.cleaner = new Cleaner(store, finisher, unfinished, membership);
    NewRows newRows = new NewRows(options.unreadAfter());
    this.attempts =
        new RepairedAttempts(store, applier, intents, finisher, receipts, cleaner, newRows);
    CounterFold fold = new CounterFold(store, sessions);
    SessionRecovery recovery = new SessionRecovery(store, sessions, finisher, intents);
    this.sweeper =
        new Sweeper(store, sessions, membership, recovery, finisher, cleaner, fold, options);
    this.entries = new EntryRepairs(store, applier, intents, finisher, membership, unfinished);
    this.counters = new CounterRepairs(store, sweeper, fold, membership);
    this.visits =
        new VisitParts(store, new RowRaises(store, intents), finisher, applier, membership);
  }

  public RepairedAttempts attempts() {
    return attempts;
  }

  /** Returns what this process does in the background. */
  public StoreActivity activity() {
    List<Task> tasks = new ArrayList<>();
    tasks.add(cleaner.state().now());
    sweeper.state().map(TaskState::now).ifPresent(tasks::add);
    return new StoreActivity(
        tasks, cleaner.waitingRows(), membership.now(), Optional.of(sweeper.sweeps()));
  }

  /** Finishes the rows that dead writers have left unfinished. */
  public SweepResult sweep() {
    return sweeper.sweep();
  }

  /**
   * Looks at all rows and finishes every unfinished one, however young.
   *
   * @return the rows that cannot be finished or written, and why
   */
  public Map<RowKey, String> sweepForCheck() {
    Sweeper.AllRows found = sweeper.sweepAll();
    Map<RowKey, String> reasons = new LinkedHashMap<>();
    found.failed().forEach(row -> reasons.put(row, "the log says why"));
    found
        .ahead()
        .forEach(
            (row, time) ->
                reasons.put(
                    row,
                    "its version is "
                        + time.toDays()
                        + " days "
                        + time.toHoursPart()
                        + " h ahead of the clock of this process; no write of it is accepted until"
                        + " the difference is less than a day; compare the clocks of all writing"
                        + " processes"));
    return reasons;
  }

  /**
   * As {@link #sweepForCheck}, repeated until no row was left unfinished.
   *
   * @return the rows that cannot be finished
   */
  public List<RowKey> settleAll() {
    Sweeper.AllRows found = sweeper.sweepAll();
    for (int pass = 2; !found.settled() && pass <= PASSES_MAX; pass++) {
      if (found.pending()) {
        // A row that a dead writer has locked is rolled back once its intent was seen for a while.
        Waits.pause(
            runtime,
            Intents.GRACE,
            () -> "the wait for writes of several rows was interrupted; open the store again");
      }
      found = sweeper.sweepAll();
    }
    if (!found.settled() && found.failed().isEmpty()) {
      throw new DataException(
          "rows changed during every pass over all rows; stop the other processes at this store"
              + " first");
    }
    return found.failed();
  }

  /** Returns the part of a check that looks at single entries. */
  public EntryLook entries() {
    return entries;
  }

  /** Returns what a job that visits and changes all rows needs of the protocol. */
  public VisitParts visits() {
    return visits;
  }

  /** Returns what a load of rows needs of the protocol. */
  public RowStore rows() {
    return rows;
  }

  /** Returns whether no other process has a session. */
  public boolean isAlone() {
    return others().isEmpty();
  }

  /** Returns the other processes that have a session, by name, also if they seem dead. */
  public List<String> others() {
    return sessions.all().stream()
        .filter(session -> !membership.isOwn(session))
        .map(SessionRecord::owner)
        .toList();
  }

  @Override
  public List<SessionRecord> left() {
    sweeper.endSilentSessions();
    return sessions.all();
  }

  @Override
  public boolean has(long session) {
    return sessions.find(session).isPresent();
  }

  @Override
  public boolean isOwn(SessionRecord session) {
    return membership.isOwn(session);
  }

  /** Adds to a counter outside of any write. */
  public void add(CounterSchema counter, long delta) {
    counters.add(counter, delta);
  }

  /** Returns the comparison of counters with a count, and their correction. */
  public CounterLook counters() {
    return counters;
  }

  /** Clears the waiting outboxes, and stops. */
  @Override
  public void close() {
    sweeper.close();
    cleaner.close();
  }
}
