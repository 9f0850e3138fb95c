package org.portolan.data.internal.repaired.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.portolan.data.StoreActivity.Sweeps;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.background.Reports;
import org.portolan.data.internal.background.TaskState;
import org.portolan.data.internal.repaired.recovery.SessionRecovery.Recovered;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.data.internal.session.Sessions;
import org.portolan.data.internal.session.Turns;
import org.portolan.engine.EngineException;
import org.portolan.engine.RowKey;
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
 *
 * <p>See {@code docs/life-of-a-write.md}: if the process dies.
 */
public final class Sweeper implements AutoCloseable {
  private static final String NAME = "portolan-sweeper";
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final int ROWS_MAX = 500;

  /** The time after which one of all processes looks at all rows again. */
  private static final Duration ALL_ROWS_EVERY = Duration.ofDays(1);

  private final RowStore store;
  private final Sessions sessions;
  private final Membership membership;
  private final SessionRecovery recovery;
  private final SessionWatch watch;
  private final Finisher finisher;
  private final AllRowsPass allRows;
  private final Cleaner cleaner;
  private final CounterFold fold;
  private final Duration interval;
  private final Duration grace;
  private final Turns turns;
  private final Lock onePass;
  private final Set<RowKey> reported = new HashSet<>();
  private final Consumer<Throwable> report = Sweeper::report;
  private final TaskState state = new TaskState(NAME);
  private final StoreRuntime.Signal woken;
  private final StoreRuntime.BackgroundThread thread;
  private volatile boolean closed;
  private volatile Swept swept;

  /**
   * The last sweep.
   *
   * @param result null before the first
   * @param nanos when it ended; before the first, when this was made
   * @param pendingNanos when the first ended of those that have all left something to do
   */
  private record Swept(SweepResult result, long nanos, long pendingNanos) {
    boolean leftSomething() {
      return result != null && result.pending() > 0;
    }

    Swept then(SweepResult next, long now) {
      return new Swept(next, now, leftSomething() ? pendingNanos : now);
    }
  }

  public Sweeper(
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
    this.allRows = new AllRowsPass(store, sessions);
    this.cleaner = cleaner;
    this.fold = fold;
    this.interval = options.sweepInterval();
    this.grace = options.sweepGrace();
    this.turns = new Turns(sessions, store.runtime(), ALL_ROWS_EVERY);
    this.onePass = store.runtime().newLock();
    this.swept = new Swept(null, store.runtime().monotonicNanos(), 0);
    this.woken = store.runtime().newSignal();
    this.thread = interval.isZero() ? null : store.runtime().start(NAME, this::run);
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
    } finally {
      state.ended();
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
      state.failed(e);
      Reports.report(report, e);
    }
    state.stepEnded();
  }

  private static void report(Throwable failure) {
    LOG.warn("a sweep failed and will be retried: {}", failure.getMessage());
    LOG.debug("the failure", failure);
  }

  /**
   * The result of a pass over all rows.
   *
   * @param failed the rows that could not be finished, the first {@value Pass#FAILED_MAX} of them
   * @param ahead the rows whose version is so far ahead of this process's clock that the engine
   *     accepts no write of them, with the difference; the first {@value Pass#FAILED_MAX} of them
   * @param settled whether no row was unfinished
   * @param pending whether rows are left that may be finished later, not counting failed rows
   */
  public record AllRows(
      List<RowKey> failed, Map<RowKey, Duration> ahead, boolean settled, boolean pending) {}

  /** Returns when this store object has swept last. */
  public Sweeps sweeps() {
    Swept last = swept;
    long now = store.runtime().monotonicNanos();
    return new Sweeps(
        Optional.ofNullable(last.result()),
        Duration.ofNanos(now - last.nanos()),
        interval,
        last.leftSomething() ? Duration.ofNanos(now - last.pendingNanos()) : Duration.ZERO);
  }

  /** Returns how the background thread fares; empty if the store does not sweep by itself. */
  public Optional<TaskState> state() {
    return thread == null ? Optional.empty() : Optional.of(state);
  }

  private Pass begin(Duration ageMin) {
    return new Pass(finisher, ageMin, reported);
  }

  /** Makes one pass over the sessions, with the grace of the options. */
  public SweepResult sweep() {
    onePass.lock();
    try {
      Pass pass = begin(grace);
      sweepSessions(pass);
      if (turns.take()) {
        allRows.run(pass, sweepingAtIntervals(pass), () -> closed);
        if (!closed) {
          turns.done();
        }
      }
      SweepResult result = result(pass);
      swept = swept.then(result, store.runtime().monotonicNanos());
      return result;
    } finally {
      onePass.unlock();
    }
  }

  /**
   * Makes one pass over the sessions and all rows; finishes every unfinished row, however young.
   *
   * @return the result of the pass
   */
  public AllRows sweepAll() {
    onePass.lock();
    try {
      Pass pass = begin(Duration.ZERO);
      sweepSessions(pass);
      allRows.run(pass, () -> {}, () -> closed);
      return new AllRows(
          List.copyOf(pass.failed),
          Collections.unmodifiableMap(pass.ahead),
          pass.finished + pass.pending == 0,
          pass.pending > pass.failed.size());
    } finally {
      onePass.unlock();
    }
  }

  /**
   * Finishes all unfinished rows that sessions have registered, however young.
   *
   * @return whether no row is left unfinished
   */
  public boolean finishOpenRows() {
    onePass.lock();
    try {
      Pass pass = begin(Duration.ZERO);
      sweepSessions(pass);
      return pass.pending == 0;
    } finally {
      onePass.unlock();
    }
  }

  /**
   * Looks at the sessions once, and ends those of processes that have been silent for long. Folds
   * no counters and looks at no other rows.
   */
  public void endSilentSessions() {
    onePass.lock();
    try {
      sweepSessions(begin(grace));
    } finally {
      onePass.unlock();
    }
  }

  private SweepResult result(Pass pass) {
    if (membership.isMember()) {
      membership.renew();
    }
    long pending = pass.pending + cleaner.waitingRows().unfinished();
    return new SweepResult(pass.rows, pass.finished, pending, pass.removed, fold.fold());
  }

  private void sweepSessions(Pass pass) {
    if (membership.isMember()) {
      pass.finished += cleaner.turn();
    }
    List<SessionRecord> all = sessions.all();
    List<SessionRecord> dead = watch.dead(all);
    for (SessionRecord session : all) {
      if (membership.isOwn(session)) {
        if (pass.ageMin.isZero()) {
          // Writes of this process, too, may be between their commit and their follow-ups.
          finishRows(session, pass);
        }
        continue;
      }
      if (dead.contains(session)) {
        Recovered recovered = recovery.end(session);
        pass.rows += recovered.rows();
        pass.finished += recovered.finished();
        pass.pending += recovered.pending();
      } else if (watch.silentFor(session, pass.ageMin)) {
        finishRows(session, pass);
      }
    }
  }

  /** Finishes rows of a session that may be alive; this does no harm to the session's process. */
  private void finishRows(SessionRecord session, Pass pass) {
    List<RowKey> rows = new ArrayList<>(sessions.openRows(session));
    for (int from = 0; from < rows.size(); from += ROWS_MAX) {
      List<RowKey> batch = rows.subList(from, Math.min(rows.size(), from + ROWS_MAX));
      Stopwatch known = store.runtime().stopwatch();
      List<WriteState> states;
      try {
        states = store.states(batch, null);
      } catch (EngineException e) {
        LOG.debug("rows are finished one by one", e);
        pass.rows += batch.size();
        batch.forEach(pass::finish);
        continue;
      }
      for (int position = 0; position < batch.size(); position++) {
        pass.rows++;
        if (!states.get(position).isSettled()) {
          pass.finish(batch.get(position), states.get(position), known);
        }
      }
    }
  }

  /** Goes on sweeping sessions and folding counters during a pass over all rows. */
  private Runnable sweepingAtIntervals(Pass pass) {
    return new Runnable() {
      private Stopwatch since = store.runtime().stopwatch();

      @Override
      public void run() {
        turns.renew();
        if (since.elapsedMonotonic().compareTo(interval) > 0) {
          sweepSessions(pass);
          fold.fold();
          swept = swept.then(swept.result(), store.runtime().monotonicNanos());
          since = store.runtime().stopwatch();
        }
      }
    };
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
