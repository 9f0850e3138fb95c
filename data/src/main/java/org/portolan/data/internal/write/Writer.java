package org.portolan.data.internal.write;

import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.portolan.data.ConflictCause;
import org.portolan.data.RetryPolicy;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;

/** Runs writes until they commit or have met others too often. Thread-safe. */
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
   * @param trace what to count in, null for nothing
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
        pause(retryPolicy.waitAfter(attempt, runtime.random()));
      }
    }
  }

  private void pause(Duration wait) {
    try {
      runtime.sleep(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
