package org.portolan.dump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of exports and imports. */
final class Tasks {
  private Tasks() {}

  static ExecutorService threads(String name, int count) {
    return Executors.newFixedThreadPool(
        count,
        work -> {
          Thread thread = new Thread(work, "portolan-dump-" + name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Waits for a result, and throws the exception of the task if it failed. */
  static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DumpException(
          "the work was interrupted; run the same command again, it goes on where it was", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      if (e.getCause() instanceof IOException cause) {
        throw new UncheckedIOException(cause);
      }
      throw new DumpException("the work failed: " + e.getCause(), e.getCause());
    }
  }

  /** Lets the tasks under way end, drops the others, and returns when the threads have ended. */
  static void end(ExecutorService threads) {
    // Not by interrupts: a write to a store that is interrupted has an unknown outcome.
    if (threads instanceof ThreadPoolExecutor pool) {
      pool.getQueue().clear();
    }
    threads.shutdown();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
