package org.portolan.migrate;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads of migrations. */
final class Threads {
  private Threads() {}

  static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, "portolan-migrate-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }

  static ExecutorService pool(String name, int count) {
    return Executors.newFixedThreadPool(count, daemons(name));
  }

  /** Lets the work end, and returns when the threads have ended. */
  static void end(ExecutorService threads) {
    threads.shutdown();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        boolean unused = threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        // Not by interrupts: a write to a store that is interrupted has an unknown outcome.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
