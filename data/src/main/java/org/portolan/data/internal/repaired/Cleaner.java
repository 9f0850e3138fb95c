package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.StoreRuntime.BackgroundThread;
import org.portolan.data.StoreRuntime.Signal;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.RowKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clears, in a thread of its own, the outboxes of rows whose follow-ups this process has made, many
 * rows in one batch, and tries those again that failed. Until an outbox is cleared it knows that
 * nothing of it is left to do, so that the next writer of the row here need not take it over. What
 * it has not done when the process ends, the sweeper finds. Thread-safe.
 */
final class Cleaner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cleaner.class);

  /** The most rows that wait; further ones are left to the sweeper. */
  private static final int WAITING_MAX = 20_000;

  private static final int BATCH_ROWS = 500;

  /** How long it gathers rows before it clears them: a row written again needs no clearing. */
  private static final Duration GATHERING = Duration.ofMillis(100);

  private static final Duration WAIT = Duration.ofHours(1);

  /** How long it waits before it tries again what failed. */
  private static final Duration RETRY_WAIT = Duration.ofSeconds(1);

  private final RowStore store;
  private final Finisher finisher;
  private final Map<RowKey, WriteState> applied = new LinkedHashMap<>();
  private final Set<RowKey> unfinished = new LinkedHashSet<>();
  private final Signal work;
  private final Signal end;
  private final BackgroundThread thread;
  private volatile boolean closed;

  Cleaner(RowStore store, Finisher finisher) {
    this.store = store;
    this.finisher = finisher;
    this.work = store.runtime().newSignal();
    this.end = store.runtime().newSignal();
    this.thread = store.runtime().start("portolan-outbox-cleaner", this::run);
  }

  /** Whether this process has made everything that a state's outbox lists. */
  boolean knowsApplied(RowKey row, WriteState state) {
    synchronized (applied) {
      WriteState known = applied.get(row);
      return known != null && known.isAt(state);
    }
  }

  /** Says that everything has been made that a row's outbox lists at a state. */
  void applied(RowKey row, WriteState state) {
    synchronized (applied) {
      if (forget(row, state) && !closed && applied.size() < WAITING_MAX) {
        applied.put(row, state);
        work.give();
      }
    }
  }

  /** Says that a row has a new state with nothing left to do. */
  void settled(RowKey row, WriteState state) {
    synchronized (applied) {
      forget(row, state);
    }
  }

  /** Forgets a state that another has gone over; returns whether none is newer than that. */
  private boolean forget(RowKey row, WriteState newer) {
    WriteState known = applied.get(row);
    if (known != null && known.version() > newer.version()) {
      return false;
    }
    applied.remove(row);
    return true;
  }

  /** Asks for a row to be finished later, since doing so has failed. */
  void unfinished(RowKey row) {
    synchronized (applied) {
      if (!closed && unfinished.size() < WAITING_MAX) {
        unfinished.add(row);
        work.give();
      }
    }
  }

  private void run() {
    try {
      while (awaitWork()) {
        boolean finished = finishAll();
        boolean cleared = clearAll();
        pause(finished && cleared ? GATHERING : RETRY_WAIT);
      }
    } catch (InterruptedException e) {
      LOG.debug("stopped; the sweeper clears what is left", e);
    }
  }

  /** Returns whether there is work; false once closed. */
  private boolean awaitWork() throws InterruptedException {
    while (!closed && idle()) {
      work.await(WAIT);
    }
    return !closed;
  }

  private boolean idle() {
    synchronized (applied) {
      return applied.isEmpty() && unfinished.isEmpty();
    }
  }

  private void pause(Duration wait) throws InterruptedException {
    end.await(wait);
  }

  /** Clears the outboxes of all rows that wait; returns whether that worked. */
  boolean clearAll() {
    Map<RowKey, WriteState> waiting;
    synchronized (applied) {
      waiting = new LinkedHashMap<>(applied);
    }
    List<RowKey> rows = new ArrayList<>(waiting.keySet());
    for (int from = 0; from < rows.size(); from += BATCH_ROWS) {
      List<RowKey> batch = rows.subList(from, Math.min(rows.size(), from + BATCH_ROWS));
      try {
        store
            .engine()
            .mutateAll(
                batch.stream().map(row -> Finisher.cleared(row, waiting.get(row))).toList(),
                Durability.BUFFERED);
      } catch (EngineException e) {
        LOG.warn("clearing {} outboxes failed; it is tried again", batch.size(), e);
        return false;
      }
      synchronized (applied) {
        batch.forEach(row -> applied.remove(row, waiting.get(row)));
      }
    }
    return true;
  }

  private boolean finishAll() {
    List<RowKey> rows;
    synchronized (applied) {
      rows = List.copyOf(unfinished);
    }
    for (RowKey row : rows) {
      try {
        finisher.finish(row, 0);
      } catch (EngineException e) {
        LOG.warn("finishing the outbox of row {} failed; it is tried again", row, e);
        return false;
      }
      synchronized (applied) {
        unfinished.remove(row);
      }
    }
    return true;
  }

  /** Stops the thread, and does once more what is waiting. */
  @Override
  public void close() {
    closed = true;
    work.give();
    end.give();
    thread.join();
    if (finishAll()) {
      clearAll();
    }
  }
}
