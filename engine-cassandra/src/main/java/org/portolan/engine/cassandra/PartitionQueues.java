package org.portolan.engine.cassandra;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.portolan.engine.UnavailableException;

/**
 * Runs tasks on the same partition one after the other. Cassandra decides conditions by a round of
 * Paxos for each partition, in which two concurrent proposals disturb each other. This class
 * prevents that for the proposals of one process. Thread-safe; no task waits longer than the
 * timeout for its turn.
 */
final class PartitionQueues {
  private final Map<Object, CompletableFuture<Void>> last = new ConcurrentHashMap<>();
  private final Duration timeout;

  PartitionQueues(Duration timeout) {
    this.timeout = timeout;
  }

  <T> CompletionStage<T> run(Object partition, Supplier<CompletionStage<T>> task) {
    long end = System.nanoTime() + timeout.toNanos();
    CompletableFuture<Void> done = new CompletableFuture<>();
    CompletableFuture<Void> before = last.put(partition, done);
    CompletableFuture<Void> turn =
        before == null ? CompletableFuture.completedFuture(null) : before;
    return turn.thenCompose(
            any -> {
              if (before != null && System.nanoTime() - end > 0) {
                throw new UnavailableException(
                    "a conditional change waited "
                        + timeout
                        + " for other changes of the same partition; nothing was changed; try"
                        + " again");
              }
              return task.get();
            })
        .whenComplete(
            (any, failure) -> {
              last.remove(partition, done);
              done.complete(null);
            });
  }
}
