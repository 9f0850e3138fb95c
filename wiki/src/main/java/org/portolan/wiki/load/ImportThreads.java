package org.portolan.wiki.load;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads of imports. */
final class ImportThreads {
  private ImportThreads() {}

  static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, "portolan-import-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Waits for a result.
   *
   * @throws RuntimeException the exception of the task, or an {@link ImportException}
   */
  static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ImportException(
          "the import was interrupted; continue with --resume, nothing is lost");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new ImportException("the import failed: " + e.getCause(), e.getCause());
    }
  }

  /**
   * Ends threads and returns when they have ended. The calling thread stays interrupted if it was.
   *
   * @param interrupt whether the tasks under way are interrupted
   */
  static void end(ExecutorService threads, boolean interrupt) {
    if (interrupt) {
      threads.shutdownNow();
    } else {
      threads.shutdown();
    }
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
        threads.shutdownNow();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
