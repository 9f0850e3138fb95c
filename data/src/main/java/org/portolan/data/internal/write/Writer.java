package org.portolan.data.internal.write;

import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.portolan.data.ConflictCause;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.RetryPolicy;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.WriteConflictException;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.write.Seat.Fate;
import org.portolan.data.internal.write.Seat.Part;
import org.portolan.data.internal.write.Seat.Settled;
import org.portolan.data.internal.write.WriteAttempts.Done;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;

/**
 * Runs writes until they commit or have conflicted too often. Writes of this process that conflict
 * queue at the row, and are made together: see {@link HotRows}. Thread-safe.
 */
public final class Writer {
  private final WriteAttempts attempts;
  private final RetryPolicy retryPolicy;
  private final Conflicts conflicts;
  private final StoreRuntime runtime;
  private final HotRows rows;

  /** In a thread that runs a write, this write; of this store alone, for stores may be nested. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Contender<?>> running = new ThreadLocal<>();

  public Writer(
      WriteAttempts attempts, RetryPolicy retryPolicy, Conflicts conflicts, StoreRuntime runtime) {
    this.rows = new HotRows(runtime);
    this.attempts = attempts;
    this.retryPolicy = retryPolicy;
    this.conflicts = conflicts;
    this.runtime = runtime;
  }

  /**
   * Runs a write.
   *
   * @param trace counts the operations; null for no count
   * @throws WriteConflictException if every attempt conflicted, or the time was over
   * @throws IllegalStateException if this thread runs a write already: the inner one would not see
   *     what the outer one has written, and would stay if the outer one runs again
   * @throws InterruptedWaitException if the thread is interrupted before a further attempt; the
   *     message says whether some rows may have changed
   */
  public <T> T write(Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    if (running.get() != null) {
      throw new IllegalStateException(
          "this thread is in a write of this store already; use its transaction");
    }
    boolean queues = attempts.queues(durability);
    try (Contender<T> write = new Contender<>(rows, queues, durability, trace, work)) {
      running.set(write);
      return new Run<>(write).run();
    } finally {
      running.remove();
    }
  }

  /**
   * Notes that this thread reads the store, outside of the write that it may be running: what it
   * reads does not show what others have changed in the write's group.
   */
  public void goesOutside() {
    Contender<?> write = running.get();
    if (write != null) {
      write.goesOutside();
    }
  }

  /** Ends the lead of the write that this thread runs, if any: it waits for another thread. */
  public void endTurn() {
    Contender<?> write = running.get();
    if (write != null) {
      write.leave();
    }
  }

  /**
   * Runs a write that has nothing to do with one that this thread may be running: it stays if that
   * one is not committed. It queues nowhere. The other one is in no group: this write might change
   * a row that the group has read.
   */
  public <T> T writeApart(Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    goesOutside();
    endTurn();
    return new Run<>(new Contender<>(rows, false, durability, trace, work)).run();
  }

  /** The attempts of one write. Used by its thread. */
  private final class Run<T> {
    private final Contender<T> write;
    private final Trace trace;
    private int attempt = 1;
    private int attemptsAsLeader;
    private long firstConflict;
    private long began;

    /** When this write began; 0 if nobody asks. */
    private long start;

    Run(Contender<T> write) {
      this.write = write;
      this.trace = write.trace();
    }

    T run() {
      start = conflicts.uses().isEmpty() ? 0 : runtime.monotonicNanos();
      while (true) {
        write.begin();
        began = conflicts.uses().isEmpty() ? 0 : runtime.monotonicNanos();
        RowKey row;
        ConflictException met = null;
        try {
          Done<T> done = write.leads() ? lead() : make(trace, write::runAlone);
          if (done.committed()) {
            conflicts.committed(start == 0 ? 0 : runtime.monotonicNanos() - start);
          }
          return done.result();
        } catch (Together e) {
          retry();
          row = e.row();
        } catch (ConflictException e) {
          row = met(e);
          met = e;
          if (row == null) {
            write.leave();
          }
        }
        Settled end = row == null ? null : write.queue(row);
        while (end != null && end.fate() != Fate.LEADS && end.fate() != Fate.ALONE) {
          switch (end.fate()) {
            case MADE -> {
              return made();
            }
            case UNKNOWN ->
                throw new OutcomeUnknownException(end.cause().getMessage(), end.cause());
            case CONFLICT -> {
              met = (ConflictException) end.cause();
              began = 0;
              RowKey next = met(met);
              row = next == null ? row : next;
            }
            default -> {}
          }
          end = write.queue(row);
        }
        if (met != null) {
          pause(met, end != null && end.fate() == Fate.LEADS);
        }
      }
    }

    private Done<T> make(Trace counted, WriteAttempts.Work<T> work) {
      return attempts.make(write.durability(), counted, work);
    }

    /** Makes an attempt as a leader, with those that wait. */
    private Done<T> lead() {
      GroupWork<T> group = write.group();
      if (group.isEmpty()) {
        return make(trace, write::runAlone);
      }
      Trace counted = trace == null ? new Trace() : trace;
      try {
        Done<T> done = make(counted, group);
        conflicts.grouped(group.size());
        group.committed();
        return done;
      } catch (Together broken) {
        group.putBack();
        throw broken;
      } catch (ConflictException e) {
        group.conflicted(e);
        throw e;
      } catch (OutcomeUnknownException e) {
        group.unknown(e);
        throw e;
      } catch (CapabilityException e) {
        if (!group.hasOwnFailed()) {
          group.split();
          throw new Together(null);
        }
        group.failed(e);
        throw e;
      } catch (RuntimeException | Error e) {
        group.failed(e);
        throw e;
      } finally {
        counted.divertTo(null);
      }
    }

    /** Returns the result of this write's part in a group that was committed, or its failure. */
    private T made() {
      Part<T> part = write.seat().part();
      if (part.failure() instanceof RuntimeException failure) {
        throw failure;
      }
      if (part.changed()) {
        conflicts.committed(start == 0 ? 0 : runtime.monotonicNanos() - start);
      }
      if (trace != null) {
        trace.grouped();
      }
      return part.result();
    }

    /**
     * Counts a conflict.
     *
     * @return the row to queue at; null if the engine named none
     */
    private RowKey met(ConflictException e) {
      Set<RowKey> keys = e.keys();
      ConflictCause cause = conflicts.cause(keys);
      long now = runtime.monotonicNanos();
      firstConflict = attempt == 1 ? now : firstConflict;
      boolean givenUp =
          attempt == retryPolicy.attemptsMax()
              || now - firstConflict > retryPolicy.timeMax().toNanos();
      conflicts.met(cause, keys, givenUp, began == 0 ? 0 : now - began);
      if (givenUp) {
        throw new WriteConflictException(cause, keys, attempt, e);
      }
      retry();
      attempt++;
      write.conflicted();
      return keys.isEmpty() ? null : conflicts.hottest(keys);
    }

    private void retry() {
      if (trace != null) {
        trace.retry();
      }
    }

    /** Waits before the next attempt; a leader waits less. */
    private void pause(ConflictException met, boolean leads) {
      int rivalled = leads ? attemptsAsLeader++ : attempt - 1;
      try {
        Waits.pause(
            runtime,
            rivalled == 0 ? Duration.ZERO : retryPolicy.waitAfter(rivalled, runtime.random()),
            () ->
                "the write was interrupted before attempt "
                    + attempt
                    + " and given up; "
                    + (attempts.mayLeaveParts(write.durability())
                        ? "some of its rows may have changed: run it again to complete it"
                        : "it changed nothing")
                    + "; the last attempt conflicted: "
                    + met.getMessage());
      } catch (InterruptedWaitException e) {
        e.addSuppressed(met);
        throw e;
      }
    }
  }
}
