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
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;

/**
 * Runs writes until they commit or have conflicted too often. Where {@link WriteAttempts#inTurns}
 * says so, a write that conflicted runs again in its turn. Thread-safe.
 */
public final class Writer {
  private final WriteAttempts attempts;
  private final RetryPolicy retryPolicy;
  private final Conflicts conflicts;
  private final StoreRuntime runtime;
  private final WriteTurns turns;

  /** In a thread that runs a write, its turn; of this store alone, for stores may be nested. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<WriteTurns.Turn> running = new ThreadLocal<>();

  public Writer(
      WriteAttempts attempts, RetryPolicy retryPolicy, Conflicts conflicts, StoreRuntime runtime) {
    this.turns = new WriteTurns(runtime);
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
    try (WriteTurns.Turn turn = turns.begin()) {
      running.set(turn);
      return attempts(turn, durability, trace, work);
    } finally {
      running.remove();
    }
  }

  /** Ends the turn of the write that this thread runs, if any: it waits for another thread. */
  public void endTurn() {
    WriteTurns.Turn turn = running.get();
    if (turn != null) {
      turn.close();
    }
  }

  /**
   * Runs a write that has nothing to do with one that this thread may be running: it stays if that
   * one is not committed.
   */
  public <T> T writeApart(Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    endTurn();
    try (WriteTurns.Turn turn = turns.begin()) {
      return attempts(turn, durability, trace, work);
    }
  }

  private <T> T attempts(
      WriteTurns.Turn turn,
      Durability durability,
      Trace trace,
      Function<StoreTransaction, T> work) {
    int attemptsInTurn = 0;
    long firstConflict = 0;
    for (int attempt = 1; ; attempt++) {
      try {
        WriteAttempts.Done<T> done = attempts.attempt(durability, trace, work);
        if (done.committed()) {
          conflicts.committed();
        }
        return done.result();
      } catch (ConflictException e) {
        Set<RowKey> keys = e.keys();
        ConflictCause cause = conflicts.cause(keys);
        long now = runtime.monotonicNanos();
        firstConflict = attempt == 1 ? now : firstConflict;
        boolean givenUp =
            attempt == retryPolicy.attemptsMax()
                || now - firstConflict > retryPolicy.timeMax().toNanos();
        conflicts.met(cause, keys, givenUp);
        if (givenUp) {
          throw new WriteConflictException(cause, keys, attempt, e);
        }
        if (trace != null) {
          trace.retry();
        }
        boolean inTurn = attempts.inTurns() && takeTurn(turn, keys);
        pause(inTurn ? attemptsInTurn++ : attempt, attempt, durability, e);
      }
    }
  }

  /** Returns whether it is this write's turn. An interrupt is left to the pause that follows. */
  private boolean takeTurn(WriteTurns.Turn turn, Set<RowKey> keys) {
    if (keys.isEmpty()) {
      turn.close();
      return false;
    }
    try {
      return turn.take(conflicts.hottest(keys));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Waits before the next attempt.
   *
   * @param rivalled the number of attempts that decides the wait: in its turn, a write waits less
   */
  private void pause(int rivalled, int attempt, Durability durability, ConflictException met) {
    try {
      Waits.pause(
          runtime,
          rivalled == 0 ? Duration.ZERO : retryPolicy.waitAfter(rivalled, runtime.random()),
          () ->
              "the write was interrupted before attempt "
                  + (attempt + 1)
                  + " and given up; "
                  + (attempts.mayLeaveParts(durability)
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
