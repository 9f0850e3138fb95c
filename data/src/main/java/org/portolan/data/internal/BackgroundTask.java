package org.portolan.data.internal;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that goes on in a daemon thread of its own for as long as its owner lives: one step after
 * another, at intervals or when woken.
 *
 * <h2>How it fails</h2>
 *
 * <ul>
 *   <li>A step that throws a {@link RuntimeException}, {@link OutOfMemoryError} or {@link
 *       StackOverflowError} is counted. The task goes on after a wait that doubles with each
 *       failure in a row, from {@link #FAILURE_WAIT_MIN} to {@link #FAILURE_WAIT_MAX}. {@link
 *       #wake} does not shorten that wait: work that keeps coming must not hammer a store that is
 *       down.
 *   <li>The first failure of a kind is logged with its stack trace. Of later ones the second,
 *       fourth, eighth and so on are logged in one line.
 *   <li>Any other {@link Error} ends the task and goes to the thread's handler of uncaught
 *       exceptions. Apart from that only {@link #close} and an interrupt of the thread end it.
 * </ul>
 *
 * <p>Thread-safe. Steps run one at a time.
 */
public final class BackgroundTask implements AutoCloseable {
  /** What a step returns that has nothing to do until the task is woken. */
  public static final Duration UNTIL_WOKEN = Duration.ofSeconds(Long.MAX_VALUE);

  static final Duration FAILURE_WAIT_MIN = Duration.ofMillis(100);
  static final Duration FAILURE_WAIT_MAX = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundTask.class);

  /** Beyond so many kinds of failures, a new one counts as one of a last kind. */
  private static final int KINDS_MAX = 100;

  /** A chain of causes could be a ring. */
  private static final int CAUSES_MAX = 20;

  /** A part of the work. */
  @FunctionalInterface
  public interface Step {
    /**
     * Does a part of the work; runs in the task's thread.
     *
     * @return how long to wait until the next step, unless woken before; zero or less for not at
     *     all, {@link #UNTIL_WOKEN} for as long as nobody wakes the task
     */
    Duration run();
  }

  private final Step step;
  private final Duration failureWaitMin;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Long> kinds = new HashMap<>();
  private boolean woken;
  private boolean closed;
  private long failures;

  /**
   * Starts a task whose first step runs at once. Everything that the step uses must have been set
   * before.
   *
   * @param name of the task and its thread, for logs
   */
  public BackgroundTask(String name, Step step) {
    this(name, Duration.ZERO, step);
  }

  /**
   * Starts a task.
   *
   * @param firstWait how long to wait until the first step, unless woken before
   */
  public BackgroundTask(String name, Duration firstWait, Step step) {
    this(name, firstWait, step, FAILURE_WAIT_MIN);
  }

  BackgroundTask(String name, Duration firstWait, Step step, Duration failureWaitMin) {
    this.step = step;
    this.failureWaitMin = failureWaitMin;
    this.thread = new Thread(() -> run(firstWait), name);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Asks for a step soon; returns at once. A step that is under way is followed by another. Does
   * nothing once the task has ended.
   */
  public void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many steps have failed so far. */
  public long failures() {
    lock.lock();
    try {
      return failures;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the task goes on: it was not closed, interrupted or ended by an error. */
  public boolean isRunning() {
    lock.lock();
    try {
      return !closed && thread.isAlive();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the task after the step that is under way, and waits for that one; called by the step
   * itself, it returns at once. A caller that is interrupted waits all the same, since the step may
   * use what the caller closes next, and keeps its interrupt status.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread != Thread.currentThread() && thread.isAlive()) {
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

  private void run(Duration firstWait) {
    int failuresInRow = 0;
    Duration wait = firstWait;
    try {
      while (awaitNext(wait, failuresInRow > 0)) {
        try {
          wait = step.run();
          if (failuresInRow > 0) {
            LOG.info("{} works again after {} failures in a row", thread.getName(), failuresInRow);
          }
          failuresInRow = 0;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
          failuresInRow++;
          wait = waitAfter(failuresInRow, failureWaitMin);
          failed(failure, wait);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("{} was interrupted and has ended", thread.getName(), e);
    } catch (Error error) {
      LOG.error(
          "{} was ended by an error and does no more: {}", thread.getName(), error.toString());
      throw error;
    }
  }

  /** Waits; returns false once closed. */
  private boolean awaitNext(Duration wait, boolean afterFailure) throws InterruptedException {
    long left = nanos(wait);
    lock.lockInterruptibly();
    try {
      while (!closed && left > 0 && (afterFailure || !woken)) {
        left = changed.awaitNanos(left);
      }
      woken = false;
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** What is longer than some centuries is for ever. */
  private static long nanos(Duration wait) {
    return wait.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0
        ? Long.MAX_VALUE
        : Math.max(0, wait.toNanos());
  }

  /** Returns how long to wait after so many failures in a row. */
  static Duration waitAfter(int failuresInRow, Duration first) {
    Duration wait = first;
    for (int failure = 1; failure < failuresInRow; failure++) {
      if (wait.compareTo(FAILURE_WAIT_MAX) >= 0) {
        break;
      }
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(FAILURE_WAIT_MAX) < 0 ? wait : FAILURE_WAIT_MAX;
  }

  private void failed(Throwable failure, Duration wait) {
    if (Thread.currentThread().isInterrupted()) {
      LOG.debug("a step of {} was interrupted", thread.getName(), failure);
      return;
    }
    long count;
    lock.lock();
    try {
      failures++;
      String kind = kind(failure);
      count =
          kinds.merge(
              kinds.size() < KINDS_MAX || kinds.containsKey(kind) ? kind : "", 1L, Long::sum);
    } finally {
      lock.unlock();
    }
    if (count == 1) {
      LOG.warn("{} failed and goes on in {} ms", thread.getName(), wait.toMillis(), failure);
    } else if (Long.bitCount(count) == 1) {
      LOG.warn(
          "{} failed {} times like this and goes on in {} ms: {}",
          thread.getName(),
          count,
          wait.toMillis(),
          failure.toString());
    }
  }

  /** Failures are of one kind whose deepest causes are of one class and thrown at one place. */
  private static String kind(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; depth < CAUSES_MAX && cause.getCause() != null; depth++) {
      cause = cause.getCause();
    }
    StackTraceElement[] trace = cause.getStackTrace();
    return cause.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }
}
