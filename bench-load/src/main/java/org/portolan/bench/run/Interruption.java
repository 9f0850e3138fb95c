package org.portolan.bench.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Work that Ctrl-C ends early, but in order. */
public final class Interruption {
  private static final long END_SECONDS_MAX = 180;

  private Interruption() {}

  /**
   * Runs {@code work}. If the process is told to end meanwhile, another thread calls {@code stop},
   * which must bring the work to an early end, and the process waits for that end, for a bounded
   * time.
   */
  public static <T> T guard(Runnable stop, Supplier<T> work) {
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              stop.run();
              await(ended);
            },
            "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.get();
    } finally {
      ended.countDown();
      remove(hook);
    }
  }

  private static void await(CountDownLatch ended) {
    try {
      if (!ended.await(END_SECONDS_MAX, TimeUnit.SECONDS)) {
        System.err.println("portolan: the run did not end in time; its result is not written");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, so the hook already runs.
      return;
    }
  }
}
