package org.portolan.data.internal.process;

import java.util.Optional;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.Get;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of this process in a store whose transactions span it, as the guard of its writes.
 *
 * <h2>Why</h2>
 *
 * A design may change while processes write only if no write can commit that was planned by a
 * design before the last one. So every write transaction gets the record of its process, and the
 * engine validates it at the commit. A process that changes a design waits for the others to leave
 * their records of the epoch before; it removes the record of one that is silent. Then every
 * transaction that has got this record fails, however long it was held up. No clock decides that.
 *
 * <h2>How it works</h2>
 *
 * A process inserts its record and reads the epoch afterwards. So a process that writes an epoch
 * and then looks at the records either sees this one, or this process sees the new epoch. A record
 * never changes, apart from its renewals, which no transaction gets. The next epoch has another
 * record. An insertion of unknown outcome is given up, and another id is drawn: it may arrive after
 * the record was removed, and would revive it.
 *
 * <h2>What it costs</h2>
 *
 * One more get in each write transaction, in the round trip of its first one, and a renewal every
 * two seconds. Thread-safe.
 */
public final class Guard {
  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
  private static final int ATTEMPTS_MAX = 5;

  private final Engine engine;
  private final ProcessRegister register;
  private final StoreRuntime runtime;
  private volatile ProcessRecord record;
  private volatile boolean over;

  private Guard(
      Engine engine, ProcessRegister register, StoreRuntime runtime, ProcessRecord record) {
    this.engine = engine;
    this.register = register;
    this.runtime = runtime;
    this.record = record;
  }

  /**
   * Makes this process one that has the store open.
   *
   * @param epoch that of the design by which it will work
   * @throws EpochOverException if the store has another epoch
   * @throws UnavailableException if the store did not say whether it holds the record
   */
  public static Guard join(Engine engine, StoreMeta meta, long epoch, StoreRuntime runtime) {
    ProcessRegister register = new ProcessRegister(engine);
    Guard guard = new Guard(engine, register, runtime, inserted(register, epoch, runtime));
    try {
      // After the insertion: see above.
      long stored = Epoch.readSurely(meta);
      if (stored != epoch) {
        throw EpochOverException.moved(epoch, stored);
      }
      return guard;
    } catch (RuntimeException e) {
      guard.leave();
      throw e;
    }
  }

  private static ProcessRecord inserted(
      ProcessRegister register, long epoch, StoreRuntime runtime) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      long id = runtime.random().nextLong(1, Long.MAX_VALUE);
      ProcessRecord record =
          new ProcessRecord(id, epoch, runtime.processName(), 1, runtime.wallMillis());
      if (register.insertNew(record)) {
        return record;
      }
      removeOrLeaveToOthers(register, record);
    }
    throw new UnavailableException(
        "this process could not be registered at the store: no insertion of its record was"
            + " answered; nothing else was changed; try again");
  }

  private static void removeOrLeaveToOthers(ProcessRegister register, ProcessRecord record) {
    try {
      register.remove(record);
    } catch (EngineException e) {
      LOG.debug("others remove the record of this process when it has been silent", e);
    }
  }

  public long epoch() {
    return record.epoch();
  }

  RowKey row() {
    return ProcessRegister.row(record.id());
  }

  /** Returns the read that joins the reads of each write transaction. */
  Get get() {
    return ProcessRegister.get(record.id());
  }

  /**
   * Makes sure that a read has found the record.
   *
   * @throws EpochOverException if it has not
   */
  void require(Row found) {
    Optional<ProcessRecord> seen = ProcessRecord.of(found);
    if (seen.filter(each -> each.process().equals(record.process())).isEmpty()) {
      throw over();
    }
  }

  /**
   * Makes sure that this process was not seen to be fenced.
   *
   * @throws EpochOverException if it was
   */
  void requireStanding() {
    if (over) {
      throw over();
    }
  }

  /** Notes that the record is gone. */
  EpochOverException over() {
    over = true;
    return new EpochOverException(
        "other processes no longer wait for this one, which works by epoch "
            + record.epoch()
            + " of the store's design: it was held up for long, or has left; this attempt changed"
            + " nothing");
  }

  /**
   * Returns whether the store shows that the record is gone; false if the store does not answer.
   */
  boolean isGone() {
    try {
      return engine.get(get()).isEmpty();
    } catch (EngineException e) {
      LOG.debug("the next attempt finds out whether this process was fenced", e);
      return false;
    }
  }

  /**
   * Renews the record, so that other processes take this one for alive. Called every two seconds,
   * by one thread at a time.
   *
   * @return false if the record is gone: this process must join again before it writes
   * @throws EngineException if the store does not answer
   */
  public boolean renew() {
    ProcessRecord before = record;
    ProcessRecord after = before.renewed(runtime.wallMillis());
    boolean renewed = false;
    try {
      renewed = !over && register.renew(before, after);
    } catch (OutcomeUnknownException e) {
      LOG.debug("the record tells whether it was renewed", e);
    }
    if (renewed) {
      record = after;
      return true;
    }
    Optional<ProcessRecord> found = register.find(before.id());
    found.ifPresent(seen -> record = seen);
    over |= found.isEmpty();
    return !over;
  }

  /**
   * Leaves the store: later writes fail, and so does each write under way that has not committed.
   * If the store does not answer, other processes wait until this one has been silent for long.
   */
  public void leave() {
    over = true;
    removeOrLeaveToOthers(register, record);
  }
}
