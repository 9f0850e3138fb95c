package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Repeats reads that fail because not all servers know an altered table yet. A server that knows a
 * new column asks the replicas for it with every read of the table, although no client has named
 * it, and a replica that has not heard of it refuses. All servers hear of it within a second or so.
 */
final class SchemaDelay {
  private static final Duration WAIT_MAX = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** The servers' number of the one reason that is known to be another. */
  private static final int TOO_MANY_TOMBSTONES = 1;

  private SchemaDelay() {}

  /** Sends a read, and again while servers fail for this reason. */
  static <T> CompletionStage<T> outwait(Supplier<CompletionStage<T>> read) {
    return outwait(read, System.nanoTime() + WAIT_MAX.toNanos());
  }

  private static <T> CompletionStage<T> outwait(Supplier<CompletionStage<T>> read, long endNanos) {
    return read.get()
        .exceptionallyCompose(
            failure ->
                isOfSchema(failure) && System.nanoTime() - endNanos < 0
                    ? after(() -> outwait(read, endNanos))
                    : CompletableFuture.failedFuture(failure));
  }

  private static <T> CompletionStage<T> after(Supplier<CompletionStage<T>> next) {
    Executor later = CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    return CompletableFuture.supplyAsync(next, later).thenCompose(started -> started);
  }

  static boolean isOfSchema(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (!(cause instanceof ReadFailureException refused)) {
      return false;
    }
    // Servers have a number for this reason (3), but also tell an unknown one (0) for it.
    return !refused.getReasonMap().containsValue(TOO_MANY_TOMBSTONES);
  }
}
