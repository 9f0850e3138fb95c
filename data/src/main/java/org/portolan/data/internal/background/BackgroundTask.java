package org.portolan.data.internal.background;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.BackgroundThread;
import org.portolan.data.StoreRuntime.Signal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that runs in a separate daemon thread until it is closed: one step after another, at
 * intervals or when woken.
 *
 * <h2>How it fails</h2>
 *
 * <ul>
 *   <li>A step that throws a {@link RuntimeException}, {@link OutOfMemoryError} or {@link
 *       StackOverflowError} is counted. The task goes on after a wait that doubles with each
 *       failure in a row, from {@link #FAILURE_WAIT_MIN} to {@link #FAILURE_WAIT_MAX}. {@link
 *       #wake} does not shorten this wait: steady work must not hammer a store that is down.
 *   <li>The first failure of a kind is logged with its stack trace. Of later failures, the second,
 *       fourth, eighth and so on are logged in one line.
 *   <li>Any other {@link Error} ends the task and goes to the thread's handler of uncaught
 *       exceptions. Otherwise only {@link #close} and an interrupt of the thread end it.
 * </ul>
 *
 * <p>Thread-safe. Steps run one at a time.
 */
public final class BackgroundTask implements AutoCloseable {
  /** The result of a step that has nothing to do until the task is woken. */
  public static final Duration UNTIL_WOKEN = Duration.ofSeconds(Long.MAX_VALUE);

  static final Duration FAILURE_WAIT_MIN = Duration.ofMillis(100);
  static final Duration FAILURE_WAIT_MAX = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundTask.class);

  /** Beyond this many kinds of failures, all new ones count as one last kind. */
  private static final int KINDS_MAX = 100;

  private static final Duration CENTURY = Duration.ofDays(36_525);

  /** Limits the search of a chain of causes, which could be a ring. */
  private static final int CAUSES_MAX = 20;

  /** A part of the work. */
  @FunctionalInterface
  public interface Step {
    /**
     * Does a part of the work; runs in the task's thread.
     *
     * @return how long to wait until the next step, unless woken before; zero or less for no wait,
     *     {@link #UNTIL_WOKEN} to wait until woken
     */
    Duration run();
  }

  private final StoreRuntime runtime;
  private final String name;
  private final Step step;
  private final Duration failureWaitMin;
  private final Signal changed;
  private final BackgroundThread thread;
  private final Map<String, Long> kinds = new HashMap<>();
  private final Consumer<Throwable> report = this::failed;
  private final TaskState state;
  private Thread running;
  private boolean closed;
  private boolean ended;
  private long failures;

  /** Used by the task's thread only. */
  private Duration wait;

  /** Used by the task's thread only. */
  private int failuresInRow;

  /**
   * Starts a task whose first step runs at once. Everything that the step uses must have been set
   * before.
   *
   * @param name of the task and its thread, for logs
   */
  public BackgroundTask(StoreRuntime runtime, String name, Step step) {
    this(runtime, name, Duration.ZERO, step);
  }

  /**
   * Starts a task.
   *
   * @param firstWait how long to wait until the first step, unless woken before
   */
  public BackgroundTask(StoreRuntime runtime, String name, Duration firstWait, Step step) {
    this(runtime, name, firstWait, step, FAILURE_WAIT_MIN);
  }

  BackgroundTask(
      StoreRuntime runtime, String name, Duration firstWait, Step step, Duration failureWaitMin) {
    this.runtime = runtime;
    this.name = name;
    this.step = step;
    this.failureWaitMin = failureWaitMin;
    this.changed = runtime.newSignal();
    this.state = new TaskState(name);
    this.thread = runtime.start(name, () -> run(firstWait));
  }

  /**
   * Asks for a step soon; returns at once. If a step is under way, another one follows it. Does
   * nothing once the task has ended.
   */
  public void wake() {
    changed.give();
  }

  /** Returns how many steps have failed so far. */
  public synchronized long failures() {
    return failures;
  }

  /** Returns how the task fares. */
  public TaskState state() {
    return state;
  }

  /** Returns whether the task still runs: it was not closed, interrupted or ended by an error. */
  public synchronized boolean isRunning() {
    return !closed && !ended;
  }

  /**
   * Ends the task after the step that is under way, and waits for this step. If the step itself
   * calls this, it returns at once. A caller that is interrupted still waits, since the step may
   * use an object that the caller closes next; it keeps its interrupt status.
   */
  @Override
  public void close() {
    boolean byItself;
    synchronized (this) {
      closed = true;
      byItself = running == Thread.currentThread();
    }
    changed.give();
    if (!byItself) {
      thread.join();
    }
  }

  private synchronized void begin() {
    running = Thread.currentThread();
  }

  private synchronized void end() {
    ended = true;
    running = null;
    state.ended();
  }

  private void run(Duration firstWait) {
    wait = firstWait;
    begin();
    try {
      while (awaitNext(wait, failuresInRow > 0)) {
        try {
          wait = step.run();
          if (failuresInRow > 0) {
            LOG.info("{} works again after {} failures in a row", name, failuresInRow);
          }
          failuresInRow = 0;
          state.stepEnded();
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
          state.failed(failure);
          state.stepEnded();
          failuresInRow++;
          wait = FAILURE_WAIT_MAX;
          Reports.report(report, failure);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("{} was interrupted and has ended", name, e);
    } catch (Error error) {
      LOG.error("an error ended {}; it does no more work: {}", name, error.toString());
      throw error;
    } finally {
      end();
    }
  }

  /** Waits; returns false once closed. */
  private boolean awaitNext(Duration wait, boolean afterFailure) throws InterruptedException {
    long nanos = nanos(wait);
    long start = runtime.monotonicNanos();
    long left = nanos;
    // Waits even for zero time: this takes the signal, and the next step does the work asked for so
    // far.
    while (changed.await(Duration.ofNanos(left)) ? afterFailure : left > 0) {
      if (isClosed()) {
        return false;
      }
      left = Math.max(0, nanos - (runtime.monotonicNanos() - start));
    }
    return !isClosed();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Waits of more than a century are cut to a century. */
  private static long nanos(Duration wait) {
    return wait.compareTo(CENTURY) >= 0 ? CENTURY.toNanos() : Math.max(0, wait.toNanos());
  }

  /** Returns how long to wait after a number of failures in a row. */
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

  /** Counts and logs a failure, and says how long to wait after it. */
  private void failed(Throwable failure) {
    wait = waitAfter(failuresInRow, failureWaitMin);
    if (Thread.currentThread().isInterrupted()) {
      LOG.debug("a step of {} was interrupted", name, failure);
      return;
    }
    long count;
    synchronized (this) {
      failures++;
      String kind = kind(failure);
      count =
          kinds.merge(
              kinds.size() < KINDS_MAX || kinds.containsKey(kind) ? kind : "", 1L, Long::sum);
    }
    if (count == 1) {
      LOG.warn("{} failed and continues in {} ms", name, wait.toMillis(), failure);
    } else if (Long.bitCount(count) == 1) {
      LOG.warn(
          "{} failed {} times like this and continues in {} ms: {}",
          name,
          count,
          wait.toMillis(),
          failure.toString());
    }
  }

  /**
   * Failures are of the same kind if their deepest causes have the same class and were thrown at
   * the same place.
   */
  private static String kind(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; depth < CAUSES_MAX && cause.getCause() != null; depth++) {
      cause = cause.getCause();
    }
    StackTraceElement[] trace = cause.getStackTrace();
    return cause.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }
}
