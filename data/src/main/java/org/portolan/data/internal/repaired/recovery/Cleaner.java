package org.portolan.data.internal.repaired.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.portolan.data.StoreActivity.Waiting;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.background.Reports;
import org.portolan.data.internal.background.TaskState;
import org.portolan.data.internal.repaired.recovery.Finisher.Found;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.Unfinished;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this process's session alive, in a background thread. Clears the outboxes of rows whose
 * follow-ups this process has made, many rows in one batch, and retries rows that could not be
 * finished. Until an outbox is cleared, the cleaner remembers that its follow-ups are made, so that
 * the next writer of the row in this process need not take it over. If the process ends before
 * that, other processes find its rows in its session.
 *
 * <p>A row that cannot be finished does not hold up other rows: it is tried again at every turn,
 * and the log names it the first time.
 *
 * <h2>When a write is done</h2>
 *
 * A ticket is released when the store has confirmed that the row no longer lists anything of its
 * write. An outbox is cleared only after a renewal of the session that began after the follow-ups
 * were made. So no process had fenced the session when they were made, and no counter was folded
 * past them. Thread-safe.
 *
 * <p>See {@code docs/life-of-a-write.md}: steps 5 and 6.
 */
public final class Cleaner implements AutoCloseable {
  private static final String NAME = "portolan-outbox-cleaner";
  private static final Logger LOG = LoggerFactory.getLogger(Cleaner.class);

  /** The largest number of waiting rows; beyond it, writers wait. */
  private static final int WAITING_MAX = Waiting.ROWS_MAX;

  private static final int BATCH_ROWS = 500;

  /** The most looks of one turn at a row that others change meanwhile. */
  private static final int LOOKS_MAX = 3;

  /**
   * The time from turn to turn while there is work. If a row is written again, its older outbox
   * needs no clearing.
   */
  private static final Duration TURN = Duration.ofSeconds(1);

  /** The time from turn to turn when there is no work: the session stays alive. */
  private static final Duration IDLE_TURN = Duration.ofSeconds(5);

  private static final Duration TRYING_MAX = Duration.ofSeconds(5);
  private static final Duration ROOM_WAIT_MAX = Duration.ofSeconds(30);
  private static final Duration ROOM_LOOK = Duration.ofMillis(20);

  private final RowStore store;
  private final Finisher finisher;
  private final Unfinished unfinished;
  private final Membership membership;
  private final Map<RowKey, Applied> applied = new LinkedHashMap<>();
  private final Set<RowKey> reported = new HashSet<>();
  private final Consumer<Throwable> report = Cleaner::report;
  private final Lock turn;
  private final TaskState state = new TaskState(NAME);
  private final StoreRuntime.Signal woken;
  private final StoreRuntime.BackgroundThread thread;
  private volatile boolean closed;
  private boolean wasFenced;

  /** A state whose follow-ups are all made, and the time when this was known. */
  private record Applied(WriteState state, Ticket ticket, long sinceNanos) {}

  public Cleaner(RowStore store, Finisher finisher, Unfinished unfinished, Membership membership) {
    this.store = store;
    this.finisher = finisher;
    this.unfinished = unfinished;
    this.membership = membership;
    this.turn = store.runtime().newLock();
    this.woken = store.runtime().newSignal();
    this.thread = store.runtime().start(NAME, this::run);
  }

  /**
   * Begins a write; waits while too many rows of earlier writes are left to be cleared.
   *
   * @throws UnavailableException if the wait is too long; this attempt changed nothing
   */
  public Ticket begin() {
    StoreRuntime.Stopwatch waited = store.runtime().stopwatch();
    while (waiting() >= WAITING_MAX) {
      woken.give();
      if (waited.elapsedMonotonic().compareTo(ROOM_WAIT_MAX) > 0) {
        throw new UnavailableException(
            waiting()
                + " rows wait for their derived changes, which the store does not accept; this"
                + " attempt changed nothing");
      }
      try {
        store.runtime().sleep(ROOM_LOOK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EngineException("an attempt of a write was interrupted before it began", e);
      }
    }
    return membership.begin();
  }

  private int waiting() {
    return waitingRows().rows();
  }

  /** Returns the rows that wait for this process. */
  public Waiting waitingRows() {
    synchronized (applied) {
      return new Waiting(applied.size(), unfinished.size(), 0);
    }
  }

  /** Returns how the background thread fares. */
  public TaskState state() {
    return state;
  }

  /** Returns whether this process has made everything that a state's outbox lists. */
  public boolean knowsApplied(RowKey row, WriteState state) {
    synchronized (applied) {
      Applied known = applied.get(row);
      return known != null && known.state().isAt(state) && !known.ticket().isFenced();
    }
  }

  /** Notes that everything that a row's outbox lists at a state has been made. */
  public void applied(RowKey row, WriteState state, Ticket ticket) {
    Applied now = new Applied(state, ticket.hold(), store.runtime().monotonicNanos());
    Applied gone;
    synchronized (applied) {
      Applied known = applied.get(row);
      boolean overtaken = known != null && known.state().version() > state.version();
      gone = overtaken ? now : applied.put(row, now);
    }
    release(gone);
  }

  /** Notes that a row has a new state with nothing left to do. */
  public void settled(RowKey row, WriteState state) {
    Applied gone = null;
    synchronized (applied) {
      Applied known = applied.get(row);
      if (known != null && known.state().version() <= state.version()) {
        gone = applied.remove(row);
      }
    }
    release(gone);
  }

  private static void release(Applied gone) {
    if (gone != null) {
      gone.ticket().release();
    }
  }

  /** Notes that a row is to be finished later because its commit may still arrive. */
  public void doubtful(RowKey row, Ticket ticket) {
    unfinished.addDoubtful(row, ticket);
    woken.give();
  }

  /** Notes that a row is to be finished later because it could not be finished now. */
  public void unfinished(RowKey row, Ticket ticket) {
    unfinished.add(row, ticket);
    woken.give();
  }

  private void run() {
    try {
      while (!closed) {
        woken.await(membership.hasWorked() ? TURN : IDLE_TURN);
        if (!closed) {
          guardedTurn();
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("stopped; other processes clear the remaining outboxes", e);
    } finally {
      state.ended();
    }
  }

  private void guardedTurn() {
    try {
      turn();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      state.failed(e);
      Reports.report(report, e);
    }
    state.stepEnded();
  }

  private static void report(Throwable failure) {
    LOG.warn("clearing outboxes failed and will be retried: {}", failure.getMessage());
    LOG.debug("the failure", failure);
  }

  /**
   * Renews the session, clears what can be cleared and finishes what can be finished.
   *
   * @return how many rows were finished
   */
  public long turn() {
    turn.lock();
    try {
      // A writer may have noticed the end of the session first, and begun a new one.
      boolean fenced = !membership.renew() || hasFenced();
      if (fenced) {
        if (!wasFenced) {
          LOG.warn(
              "other processes took this process for dead and ended its session; it begins a new"
                  + " one");
        }
        handOver();
      }
      wasFenced = fenced;
      long finished = clearAll() + finishAll();
      membership.retire();
      return finished;
    } finally {
      turn.unlock();
    }
  }

  private boolean hasFenced() {
    synchronized (applied) {
      return applied.values().stream().anyMatch(known -> known.ticket().isFenced());
    }
  }

  /** Hands the rows of a fenced session to a new one: their follow-ups may have come too late. */
  private void handOver() {
    if (waiting() == 0) {
      return;
    }
    // This comes first: if no session can be joined now, the next turn finds everything unchanged.
    Optional<Ticket> begun = membership.beginUnlessLeft();
    if (begun.isEmpty()) {
      // Another thread has closed the store meanwhile: other processes find the rows.
      return;
    }
    Ticket ticket = begun.get();
    try {
      Map<RowKey, Applied> before;
      synchronized (applied) {
        before = new HashMap<>(applied);
        before.values().removeIf(known -> !known.ticket().isFenced());
        applied.entrySet().removeAll(before.entrySet());
      }
      Set<RowKey> rows = new LinkedHashSet<>(before.keySet());
      rows.addAll(unfinished.all());
      rows.forEach(row -> unfinished.add(row, ticket));
      before.values().forEach(Cleaner::release);
      ticket.require(rows);
    } catch (EngineException e) {
      LOG.warn("rows of the ended session could not be registered again: {}", e.getMessage());
    } finally {
      ticket.release();
    }
  }

  /** Clears the outboxes of all waiting rows that may be cleared; returns their number. */
  private long clearAll() {
    Map<RowKey, Applied> waiting = new LinkedHashMap<>();
    synchronized (applied) {
      applied.forEach(
          (row, known) -> {
            if (known.ticket().provedAliveAfter(known.sinceNanos())) {
              waiting.put(row, known);
            }
          });
    }
    long cleared = 0;
    List<RowKey> rows = new ArrayList<>(waiting.keySet());
    for (int from = 0; from < rows.size(); from += BATCH_ROWS) {
      List<RowKey> batch = rows.subList(from, Math.min(rows.size(), from + BATCH_ROWS));
      try {
        List<Boolean> held =
            store
                .engine()
                .mutateAll(
                    batch.stream()
                        .map(row -> Finisher.cleared(row, waiting.get(row).state()))
                        .toList(),
                    Durability.SYNCED);
        for (int position = 0; position < batch.size(); position++) {
          cleared(batch.get(position), waiting.get(batch.get(position)), held.get(position));
        }
        cleared += batch.size();
      } catch (EngineException e) {
        state.failed(e);
        LOG.warn(
            "clearing {} outboxes failed and will be retried: {}", batch.size(), e.getMessage());
        LOG.debug("the failure", e);
      }
    }
    return cleared;
  }

  private void cleared(RowKey row, Applied known, boolean held) {
    synchronized (applied) {
      if (!known.equals(applied.get(row))) {
        // This process wrote the row again meanwhile, and that released the ticket.
        return;
      }
      if (!held) {
        // Another process has changed the row, or the answer to an earlier attempt was lost. This
        // comes first: if memory runs out here, the row is cleared again at the next turn.
        unfinished.add(row, known.ticket());
      }
      applied.remove(row);
    }
    release(known);
  }

  /** Tries the unfinished rows, for a limited time, because the session has to be renewed. */
  private long finishAll() {
    long finished = 0;
    StoreRuntime.Stopwatch trying = store.runtime().stopwatch();
    for (RowKey row : unfinished.all()) {
      if (trying.elapsedMonotonic().compareTo(TRYING_MAX) > 0) {
        break;
      }
      List<Ticket> waiting = unfinished.waiting(row);
      try {
        Found found = finisher.finish(row, Duration.ZERO);
        for (int look = 2; found == Found.OVERTAKEN && look <= LOOKS_MAX; look++) {
          found = finisher.finish(row, Duration.ZERO);
        }
        boolean done = found == Found.SETTLED || found == Found.FINISHED;
        if (done
            && (unfinished.isDoubtful(row) ? finisher.raise(row) : finisher.isSettledForAll(row))) {
          unfinished.finished(row, waiting);
          reported.remove(row);
          finished++;
        }
      } catch (RuntimeException e) {
        unfinished.later(row);
        state.failed(e);
        if (reported.size() < WAITING_MAX && reported.add(row)) {
          LOG.warn("row {} cannot be finished yet and will be retried: {}", row, e.getMessage());
          LOG.debug("the failure", e);
        }
      }
    }
    return finished;
  }

  /** Stops the thread, makes one more turn, and ends the session. */
  @Override
  public void close() {
    closed = true;
    woken.give();
    thread.join();
    try {
      if (membership.isMember()) {
        guardedTurn();
      }
    } finally {
      leave();
    }
  }

  private void leave() {
    try {
      membership.leave();
    } catch (RuntimeException e) {
      LOG.debug("other processes end the session of this process", e);
    }
  }
}
