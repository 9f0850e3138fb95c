package org.portolan.engine.ignite;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * The threads that run transactions. Ignite binds a transaction to its thread, and has no time
 * limit for a commit once it is decided. So callers wait in their own threads, no longer than the
 * timeout. Thread-safe.
 */
final class Transactors implements AutoCloseable {
  private static final long IDLE_SECONDS = 30;

  private final IgniteUri uri;
  private final Semaphore permits;
  private final ThreadPoolExecutor threads;

  Transactors(IgniteUri uri) {
    this.uri = uri;
    permits = new Semaphore(uri.connections(), true);
    threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread = new Thread(work, "portolan-ignite-transaction");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Runs work on one of the threads and returns its answer or throws its exception.
   *
   * @param stuck called if the caller has given up the work, and it has still not ended after
   *     {@code stuckAfter}: a commit may hold locks, and reads hold a permit
   * @throws UnavailableException if too many other transactions run for the timeout of a request,
   *     or if the work does not end in time and has changed nothing
   * @throws OutcomeUnknownException if the work does not end in time and may still succeed
   */
  <T> T call(
      String what, Supplier<T> work, Progress progress, Duration stuckAfter, Runnable stuck) {
    acquire();
    Future<T> answer =
        threads.submit(
            () -> {
              try {
                return work.get();
              } finally {
                permits.release();
              }
            });
    try {
      return answer.get(uri.timeoutMs(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      EngineException failure =
          givenUp(what, "no answer within " + uri.timeoutMs() + " ms", progress, late);
      watch(answer, stuckAfter, stuck);
      throw failure;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      boolean unchanged = progress.giveUp();
      watch(answer, stuckAfter, stuck);
      if (unchanged) {
        throw new EngineException(
            "cannot " + what + ": interrupted while waiting for it; nothing was changed", stop);
      }
      throw givenUp(what, "interrupted", progress, stop);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (failure.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(failure.getCause());
    }
  }

  /** Call this after giving up: a commit that has not begun by then never does. */
  private static void watch(Future<?> answer, Duration stuckAfter, Runnable stuck) {
    CompletableFuture.delayedExecutor(stuckAfter.toMillis(), TimeUnit.MILLISECONDS)
        .execute(
            () -> {
              if (!answer.isDone()) {
                stuck.run();
              }
            });
  }

  private static EngineException givenUp(
      String what, String why, Progress progress, Exception cause) {
    return progress.giveUp()
        ? new UnavailableException("cannot " + what + ": " + why, cause)
        : new OutcomeUnknownException(
            "the outcome of the attempt to " + what + " is unknown: " + why, cause);
  }

  private void acquire() {
    boolean permitted;
    try {
      permitted = permits.tryAcquire(uri.timeoutMs(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new EngineException(
          "interrupted while waiting for other transactions; nothing was changed", stop);
    }
    if (!permitted) {
      throw new UnavailableException(
          "all "
              + uri.connections()
              + " transactions of "
              + uri.text()
              + " were in use for "
              + uri.timeoutMs()
              + " ms; allow more with connections=N");
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
