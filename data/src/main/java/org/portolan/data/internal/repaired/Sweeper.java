package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime.BackgroundThread;
import org.portolan.data.StoreRuntime.Signal;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.repaired.Finisher.Found;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Change;
import org.portolan.engine.EngineException;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what dead writers have left and nobody has met: looks at the state of every row of every
 * entity, in a thread of its own at intervals, and on demand. After a whole pass it folds the
 * receipts of counters: those of a version that no outbox can bring any more. Thread-safe; passes
 * of one process go one at a time, those of several do each other no harm.
 */
final class Sweeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final int ROWS_MAX = 500;

  /** How long the state of a deleted row is kept, so that its versions go on rising. */
  private static final Duration KEEP_DELETED = Duration.ofDays(1);

  private final RowStore store;
  private final Finisher finisher;
  private final Duration interval;
  private final Duration grace;
  private final Lock pass;
  private final Signal waiting;
  private final BackgroundThread thread;
  private volatile boolean closed;

  Sweeper(RowStore store, Finisher finisher, StoreOptions options) {
    this.store = store;
    this.finisher = finisher;
    this.interval = options.sweepInterval();
    this.grace = options.sweepGrace();
    this.pass = store.runtime().newLock();
    this.waiting = store.runtime().newSignal();
    this.thread = interval.isZero() ? null : store.runtime().start("portolan-sweeper", this::run);
  }

  private void run() {
    while (awaitTurn()) {
      try {
        SweepResult result = sweep();
        LOG.debug("swept: {}", result.summary());
      } catch (EngineException e) {
        LOG.warn("a sweep failed and will be made again: {}", e.getMessage());
        LOG.debug("the failure", e);
      }
    }
  }

  /** Waits for half the interval to one and a half: many processes sweep one store in turn. */
  private boolean awaitTurn() {
    long nanos = interval.toNanos();
    try {
      waiting.await(Duration.ofNanos(nanos / 2 + store.runtime().random().nextLong(nanos + 1)));
    } catch (InterruptedException e) {
      return false;
    }
    return !closed;
  }

  /** What a pass has counted so far. */
  private static final class Tally {
    final long ageMinMillis;
    long rows;
    long finished;
    long pending;
    long removed;
    boolean complete = true;

    Tally(long ageMinMillis) {
      this.ageMinMillis = ageMinMillis;
    }
  }

  /** Makes one pass over all rows, with the grace of the options. */
  SweepResult sweep() {
    return sweep(grace);
  }

  /**
   * Makes one pass over all rows.
   *
   * @param ageMin how old must be what is left to be finished; finishing it under the hands of its
   *     writer does no harm
   */
  SweepResult sweep(Duration ageMin) {
    pass.lock();
    try {
      long startMillis = store.runtime().wallMillis();
      Tally tally = new Tally(ageMin.toMillis());
      for (EntitySchema entity : store.schema().entities()) {
        sweep(entity, tally);
      }
      long folded = tally.complete ? fold(startMillis) : 0;
      return new SweepResult(tally.rows, tally.finished, tally.pending, tally.removed, folded);
    } finally {
      pass.unlock();
    }
  }

  private void sweep(EntitySchema entity, Tally tally) {
    Scan scan =
        Scan.of(
            entity.table(),
            KeyRange.ALL,
            ROWS_MAX,
            WriteState.READ,
            new FamilyRead.Presence(entity.presenceFamily()));
    while (!closed) {
      long knownNanos = store.runtime().monotonicNanos();
      ScanPage page = store.engine().scan(scan);
      for (Row row : page.rows()) {
        tally.rows++;
        RowKey key = new RowKey(entity.table(), row.key());
        WriteState state = WriteState.of(row);
        if (!state.isSettled()) {
          finish(key, state, knownNanos, tally);
        } else if (state.exists() && !entity.exists(row)) {
          removeRemains(key, state, tally);
        }
      }
      if (page.next().isEmpty()) {
        return;
      }
      scan = scan.following(page);
    }
    tally.complete = false;
  }

  private void finish(RowKey row, WriteState state, long knownNanos, Tally tally) {
    try {
      Found found = finisher.finish(row, state, knownNanos, tally.ageMinMillis);
      if (found == Found.OVERTAKEN) {
        found = finisher.finish(row, tally.ageMinMillis);
      }
      switch (found) {
        case SETTLED, FINISHED, APPLIED -> tally.finished++;
        case YOUNG -> tally.pending++;
        case OVERTAKEN -> {
          tally.pending++;
          tally.complete = false;
        }
      }
    } catch (OutcomeUnknownException e) {
      LOG.debug("row {} is left to the next sweep", row, e);
      tally.pending++;
      tally.complete = false;
    }
  }

  private void removeRemains(RowKey row, WriteState state, Tally tally) {
    if (store.runtime().wallMillis() - state.version() < KEEP_DELETED.toMillis()) {
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

  /**
   * Folds receipts. What an outbox still had that this pass saw was made, or is younger than the
   * grace; what was committed behind its back has a version of then, by a clock that may be a
   * little behind ours.
   */
  private long fold(long startMillis) {
    long watermark = startMillis - grace.toMillis() - StoreOptions.CLOCK_SKEW_MAX.toMillis();
    long folded = 0;
    for (CounterSchema counter : store.schema().counters()) {
      folded +=
          CounterReceipts.fold(store.engine(), counter, watermark, store.runtime().wallMillis());
    }
    return folded;
  }

  @Override
  public void close() {
    closed = true;
    waiting.give();
    if (thread != null) {
      thread.join();
    }
  }
}
