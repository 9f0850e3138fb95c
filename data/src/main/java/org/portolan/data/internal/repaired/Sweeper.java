package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.background.Reports;
import org.portolan.data.internal.repaired.Finisher.Found;
import org.portolan.data.internal.repaired.SessionRecovery.Recovered;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.data.internal.session.Sessions;
import org.portolan.data.internal.session.Turns;
import org.portolan.engine.Change;
import org.portolan.engine.EngineException;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes the rows that dead writers have left unfinished, in a background thread at intervals and
 * on demand. It looks only at the rows that sessions have registered, so it takes as long in a
 * large store as in a small one. It ends the sessions of dead processes and folds the receipts of
 * counters.
 *
 * <p>A pass over all rows is made before a check and once a day; it also removes the states of rows
 * deleted long ago. Thread-safe: one process makes one pass at a time, and passes of several
 * processes do each other no harm.
 */
final class Sweeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final int ROWS_MAX = 500;
  private static final int FAILED_MAX = 1_000;

  /**
   * How long the state of a deleted row is kept, so that its versions keep rising: a process may
   * write whose clock is almost a day behind that of the servers.
   */
  static final Duration KEEP_DELETED = Duration.ofDays(2);

  /** How often one of all processes looks at all rows. */
  private static final Duration ALL_ROWS_EVERY = Duration.ofDays(1);

  private final RowStore store;
  private final Sessions sessions;
  private final Membership membership;
  private final SessionRecovery recovery;
  private final SessionWatch watch;
  private final Finisher finisher;
  private final Cleaner cleaner;
  private final CounterFold fold;
  private final Duration interval;
  private final Duration grace;
  private final Turns turns;
  private final Lock pass;
  private final Set<RowKey> reported = new HashSet<>();
  private final Consumer<Throwable> report = Sweeper::report;
  private final StoreRuntime.Signal woken;
  private final StoreRuntime.BackgroundThread thread;
  private volatile boolean closed;

  Sweeper(
      RowStore store,
      Sessions sessions,
      Membership membership,
      SessionRecovery recovery,
      Finisher finisher,
      Cleaner cleaner,
      CounterFold fold,
      StoreOptions options) {
    this.store = store;
    this.sessions = sessions;
    this.membership = membership;
    this.recovery = recovery;
    this.watch = new SessionWatch(store.runtime());
    this.finisher = finisher;
    this.cleaner = cleaner;
    this.fold = fold;
    this.interval = options.sweepInterval();
    this.grace = options.sweepGrace();
    this.turns = new Turns(sessions, store.runtime(), ALL_ROWS_EVERY);
    this.pass = store.runtime().newLock();
    this.woken = store.runtime().newSignal();
    this.thread = interval.isZero() ? null : store.runtime().start("portolan-sweeper", this::run);
  }

  /**
   * Waits for half to one and a half of the interval, so that many processes sweep a store in turn.
   */
  private void run() {
    try {
      Duration wait = nextWait(interval);
      while (!closed) {
        woken.await(wait);
        if (!closed) {
          guardedSweep();
          wait = nextWait(wait);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("stopped; other processes continue to sweep", e);
    }
  }

  /** Returns a random wait, or the last one again if memory is full. */
  private Duration nextWait(Duration last) {
    try {
      long nanos = interval.toNanos();
      return Duration.ofNanos(nanos / 2 + store.runtime().random().nextLong(nanos + 1));
    } catch (OutOfMemoryError e) {
      return last;
    }
  }

  private void guardedSweep() {
    try {
      SweepResult result = sweep();
      LOG.debug("swept: {}", result.summary());
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      Reports.report(report, e);
    }
  }

  private static void report(Throwable failure) {
    LOG.warn("a sweep failed and will be retried: {}", failure.getMessage());
    LOG.debug("the failure", failure);
  }

  /**
   * The result of a pass over all rows.
   *
   * @param failed the rows that could not be finished, the first {@value #FAILED_MAX} of them
   * @param ahead the rows whose version is so far ahead of this process's clock that the engine
   *     accepts no write of them, with the difference; the first {@value #FAILED_MAX} of them
   * @param settled whether no row was unfinished
   * @param pending whether rows are left that may be finished later, not counting failed rows
   */
  record AllRows(
      List<RowKey> failed, Map<RowKey, Duration> ahead, boolean settled, boolean pending) {}

  /** The counts of a pass so far. */
  private static final class Tally {
    final Duration ageMin;

    /** The states of deleted rows up to this version may be removed. */
    long removableMax;

    long rows;
    long finished;
    long pending;
    long removed;
    final Set<RowKey> failed = new LinkedHashSet<>();
    final Map<RowKey, Duration> ahead = new LinkedHashMap<>();

    Tally(Duration ageMin) {
      this.ageMin = ageMin;
    }
  }

  /** Makes one pass over the sessions, with the grace of the options. */
  SweepResult sweep() {
    pass.lock();
    try {
      Tally tally = new Tally(grace);
      sweepSessions(tally);
      if (turns.take()) {
        sweepRows(tally, true);
        if (!closed) {
          turns.done();
        }
      }
      return result(tally);
    } finally {
      pass.unlock();
    }
  }

  /**
   * Makes one pass over the sessions and all rows; finishes every unfinished row, however young.
   *
   * @return the result of the pass
   */
  AllRows sweepAll() {
    pass.lock();
    try {
      Tally tally = new Tally(Duration.ZERO);
      sweepSessions(tally);
      sweepRows(tally, false);
      return new AllRows(
          List.copyOf(tally.failed),
          Collections.unmodifiableMap(tally.ahead),
          tally.finished + tally.pending == 0,
          tally.pending > tally.failed.size());
    } finally {
      pass.unlock();
    }
  }

  /**
   * Finishes all unfinished rows that sessions have registered, however young.
   *
   * @return whether no row is left unfinished
   */
  boolean finishOpenRows() {
    pass.lock();
    try {
      Tally tally = new Tally(Duration.ZERO);
      sweepSessions(tally);
      return tally.pending == 0;
    } finally {
      pass.unlock();
    }
  }

  private SweepResult result(Tally tally) {
    if (membership.isMember()) {
      membership.renew();
    }
    return new SweepResult(tally.rows, tally.finished, tally.pending, tally.removed, fold.fold());
  }

  private void sweepSessions(Tally tally) {
    if (membership.isMember()) {
      tally.finished += cleaner.turn();
    }
    List<SessionRecord> all = sessions.all();
    List<SessionRecord> dead = watch.dead(all);
    for (SessionRecord session : all) {
      if (membership.isOwn(session)) {
        if (tally.ageMin.isZero()) {
          // Writes of this process, too, may be between their commit and their follow-ups.
          finishRows(session, tally);
        }
        continue;
      }
      if (dead.contains(session)) {
        Recovered recovered = recovery.end(session);
        tally.rows += recovered.rows();
        tally.finished += recovered.finished();
        tally.pending += recovered.pending();
      } else if (watch.silentFor(session, tally.ageMin)) {
        finishRows(session, tally);
      }
    }
  }

  /** Finishes rows of a session that may be alive; this does no harm to the session's process. */
  private void finishRows(SessionRecord session, Tally tally) {
    List<RowKey> rows = new ArrayList<>(sessions.openRows(session.id()));
    for (int from = 0; from < rows.size(); from += ROWS_MAX) {
      List<RowKey> batch = rows.subList(from, Math.min(rows.size(), from + ROWS_MAX));
      Stopwatch known = store.runtime().stopwatch();
      List<WriteState> states;
      try {
        states = store.states(batch, null);
      } catch (EngineException e) {
        LOG.debug("rows are finished one by one", e);
        tally.rows += batch.size();
        batch.forEach(row -> finish(row, tally));
        continue;
      }
      for (int position = 0; position < batch.size(); position++) {
        tally.rows++;
        if (!states.get(position).isSettled()) {
          finish(batch.get(position), states.get(position), known, tally);
        }
      }
    }
  }

  /**
   * @param betweenSweeps whether to go on sweeping sessions and folding counters meanwhile
   */
  private void sweepRows(Tally tally, boolean betweenSweeps) {
    int stray = sessions.removeStrayPages();
    if (stray > 0) {
      LOG.info("removed {} pages of rows that sessions registered after they were removed", stray);
    }
    tally.removableMax = removableMax();
    Stopwatch since = store.runtime().stopwatch();
    for (EntitySchema entity : store.schema().entities()) {
      since = sweep(entity, tally, betweenSweeps, since);
    }
  }

  /** Returns the version up to which the states of deleted rows are removed in this pass. */
  private long removableMax() {
    try {
      return sessions.earliestMillis(store.runtime().wallMillis()) - KEEP_DELETED.toMillis();
    } catch (UnavailableException e) {
      // The clock of this process may be days ahead.
      LOG.debug("no server tells the time: the states of deleted rows stay until another pass", e);
      return Long.MIN_VALUE;
    }
  }

  private Stopwatch sweep(
      EntitySchema entity, Tally tally, boolean betweenSweeps, Stopwatch lastSweep) {
    Stopwatch since = lastSweep;
    Scan scan =
        Scan.of(
            entity.table(),
            KeyRange.ALL,
            ROWS_MAX,
            WriteState.READ,
            new FamilyRead.Presence(entity.presenceFamily()));
    while (!closed) {
      Stopwatch known = store.runtime().stopwatch();
      ScanPage page = store.engine().scan(scan);
      for (Row row : page.rows()) {
        tally.rows++;
        RowKey key = new RowKey(entity.table(), row.key());
        WriteState state = WriteState.of(row);
        noteAhead(key, state, tally);
        if (!state.isSettled()) {
          finish(key, state, known, tally);
        } else if (state.exists() && !entity.exists(row)) {
          removeRemains(key, state, tally);
        }
      }
      if (page.next().isEmpty()) {
        return since;
      }
      scan = scan.following(page);
      if (betweenSweeps) {
        turns.renew();
      }
      if (betweenSweeps && since.elapsedMonotonic().compareTo(interval) > 0) {
        sweepSessions(tally);
        fold.fold();
        since = store.runtime().stopwatch();
      }
    }
    return since;
  }

  /** Notes a row that no process can write because it was written with a wrong clock. */
  private void noteAhead(RowKey row, WriteState state, Tally tally) {
    long millis = state.version() - store.runtime().wallMillis();
    if (millis >= Mutation.VERSION_LEAD_MAX && tally.ahead.size() < FAILED_MAX) {
      tally.ahead.put(row, Duration.ofMillis(millis));
    }
  }

  private void finish(RowKey row, Tally tally) {
    finish(row, () -> finisher.finish(row, tally.ageMin), tally);
  }

  private void finish(RowKey row, WriteState state, Stopwatch known, Tally tally) {
    finish(row, () -> finisher.finish(row, state, known, tally.ageMin), tally);
  }

  private void finish(RowKey row, Supplier<Found> first, Tally tally) {
    try {
      Found found = first.get();
      if (found == Found.OVERTAKEN) {
        found = finisher.finish(row, tally.ageMin);
      }
      switch (found) {
        case SETTLED, FINISHED, APPLIED -> tally.finished++;
        case YOUNG, OVERTAKEN -> tally.pending++;
      }
    } catch (RuntimeException e) {
      if (tally.failed.size() < FAILED_MAX && tally.failed.add(row) && reported.add(row)) {
        LOG.warn("row {} cannot be finished yet: {}", row, e.getMessage());
        LOG.debug("the failure", e);
      }
      tally.pending++;
    }
  }

  private void removeRemains(RowKey row, WriteState state, Tally tally) {
    if (state.version() > tally.removableMax) {
      return;
    }
    Mutation removal =
        Mutation.of(row.table(), row.key(), new Change.DeleteFamily(StoreSchema.WRITE_FAMILY))
            .on(state.condition())
            .at(state.version());
    if (store.tried(removal)) {
      tally.removed++;
    }
  }

  @Override
  public void close() {
    closed = true;
    woken.give();
    if (thread != null) {
      thread.join();
    }
  }
}
