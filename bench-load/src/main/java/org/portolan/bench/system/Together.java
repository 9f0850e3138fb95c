package org.portolan.bench.system;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.portolan.bench.api.BenchmarkFailedException;

/** Divides work among several threads, if its operations are not measured one by one. */
public final class Together {
  private Together() {}

  /**
   * Runs work in new threads and waits until all of them have ended.
   *
   * @param what names the work in messages, for example {@code the filling}
   * @param work receives the number of its thread, from 0
   * @throws BenchmarkFailedException if a thread threw an exception, or the caller was interrupted;
   *     the threads are then interrupted
   */
  public static void run(String what, int threads, IntConsumer work) {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> parts = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int number = thread;
        parts.add(executor.submit(() -> work.accept(number)));
      }
      for (Future<?> part : parts) {
        part.get();
      }
    } catch (ExecutionException e) {
      throw new BenchmarkFailedException(
          what + " failed: " + e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException(what + " was interrupted", e);
    } finally {
      executor.shutdownNow();
    }
  }
}
