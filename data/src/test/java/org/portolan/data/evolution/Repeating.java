package org.portolan.data.evolution;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Threads that each repeat a turn until they are told to end. */
final class Repeating implements AutoCloseable {
  private final ExecutorService threads;
  private final List<CompletableFuture<Void>> running = new ArrayList<>();
  private final AtomicBoolean ends = new AtomicBoolean();

  /**
   * @param turns one for each thread
   */
  Repeating(List<Runnable> turns) {
    threads = Executors.newFixedThreadPool(turns.size());
    turns.forEach(turn -> running.add(CompletableFuture.runAsync(() -> repeat(turn), threads)));
  }

  private void repeat(Runnable turn) {
    while (!ends.get()) {
      turn.run();
    }
  }

  /** Returns when something is true, or when a thread has failed. */
  void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean() && running.stream().noneMatch(CompletableFuture::isDone)) {
      Thread.onSpinWait();
    }
  }

  /** Lets each thread end its turn; fails if one has failed. */
  @Override
  public void close() {
    ends.set(true);
    try {
      running.forEach(CompletableFuture::join);
    } finally {
      threads.shutdown();
    }
  }
}
