package org.portolan.wiki.jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.portolan.wiki.jobs.LinkJobs.Step;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.LinkJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads that do the jobs of a wiki: until none is left, or in the background of a server. */
public final class JobThreads implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobThreads.class);

  /** Expansions recurse several frames for each level of nesting. */
  private static final long STACK_BYTES = 16L * 1024 * 1024;

  /** The time between two looks for jobs; the read is small. */
  private static final Duration POLL = Duration.ofSeconds(2);

  private static final Duration WAIT_AFTER_FAILURE = Duration.ofSeconds(10);

  private final Thread thread;

  private JobThreads(Thread thread) {
    this.thread = thread;
  }

  /**
   * Does jobs in the background until it is closed: in one thread, which rests as long as it works,
   * so that it takes at most half a processor from those who read and save.
   */
  public static JobThreads background(LinkJobs jobs) {
    return new JobThreads(start(() -> inBackground(jobs), "portolan-jobs"));
  }

  private static Thread start(Runnable work, String name) {
    Thread thread = new Thread(null, work, name, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void inBackground(LinkJobs jobs) {
    try {
      while (true) {
        long begin = System.nanoTime();
        boolean worked = tryStep(jobs);
        long took = (System.nanoTime() - begin) / 1_000_000;
        Thread.sleep(worked ? Math.max(1, took) : POLL.toMillis());
      }
    } catch (InterruptedException e) {
      // Closed.
      Thread.currentThread().interrupt();
    }
  }

  private static boolean tryStep(LinkJobs jobs) throws InterruptedException {
    try {
      return jobs.step(JobTable.GUARD, job -> true) == Step.WORKED;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      LOGGER.warn("a part of a job failed and is done again later", e);
      Thread.sleep(WAIT_AFTER_FAILURE.toMillis());
      return false;
    }
  }

  /**
   * Does jobs until none is left, in as many threads as there are processors. Blocks; parts that
   * other processes have taken are waited for.
   *
   * @param which the jobs to do
   * @param guard how long a job must have been seen before it begins; zero if nobody else saves
   * @param progress called with the number of pages looked at so far
   * @throws RuntimeException the first exception of a thread, or its {@link Error}; what was done
   *     stays done
   */
  public static void finish(
      LinkJobs jobs, Predicate<LinkJob> which, Duration guard, LongConsumer progress) {
    List<Future<?>> threads = new ArrayList<>();
    List<Thread> started = new ArrayList<>();
    long before = jobs.pages();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      FutureTask<?> task =
          new FutureTask<>(
              () -> {
                untilNothing(jobs, which, guard, () -> progress.accept(jobs.pages() - before));
                return null;
              });
      threads.add(task);
      started.add(start(task, "portolan-jobs-" + (i + 1)));
    }
    try {
      for (Future<?> each : threads) {
        each.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the jobs were interrupted; they go on later", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      started.forEach(Thread::interrupt);
      started.forEach(JobThreads::join);
    }
  }

  private static void untilNothing(
      LinkJobs jobs, Predicate<LinkJob> which, Duration guard, Runnable progress)
      throws InterruptedException {
    while (true) {
      switch (jobs.step(guard, which)) {
        case WORKED -> progress.run();
        case WAITING -> Thread.sleep(50);
        case NOTHING -> {
          return;
        }
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Returns when the thread has ended; the store must not be closed before. */
  @Override
  public void close() {
    thread.interrupt();
    join(thread);
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
