package org.portolan.data.internal.write;

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

/** Runs writes until they commit or have conflicted too often. Thread-safe. */
public final class Writer {
  private final WriteAttempts attempts;
  private final RetryPolicy retryPolicy;
  private final Conflicts conflicts;
  private final StoreRuntime runtime;

  public Writer(
      WriteAttempts attempts, RetryPolicy retryPolicy, Conflicts conflicts, StoreRuntime runtime) {
    this.attempts = attempts;
    this.retryPolicy = retryPolicy;
    this.conflicts = conflicts;
    this.runtime = runtime;
  }

  /**
   * Runs a write.
   *
   * @param trace counts the operations; null for no count
   * @throws WriteConflictException if every attempt conflicted
   * @throws InterruptedWaitException if the thread is interrupted before a further attempt; the
   *     message says whether some rows may have changed
   */
  public <T> T write(Durability durability, Trace trace, Function<StoreTransaction, T> work) {
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
        boolean givenUp = attempt == retryPolicy.attemptsMax();
        conflicts.met(cause, keys, givenUp);
        if (givenUp) {
          throw new WriteConflictException(cause, keys, attempt, e);
        }
        if (trace != null) {
          trace.retry();
        }
        pause(attempt, durability, e);
      }
    }
  }

  private void pause(int attempt, Durability durability, ConflictException met) {
    try {
      Waits.pause(
          runtime,
          retryPolicy.waitAfter(attempt, runtime.random()),
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
