package org.portolan.follow;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.jdbc.JdbcFailures;

/**
 * Times in which the database or the store does not answer while its log is followed, for example
 * because a server is restarted. Used by one thread.
 */
final class Outages {
  private static final long NANOS_MAX = Duration.ofMinutes(5).toNanos();

  /** If nothing was read yet, something is more likely wrong than away. */
  private static final long NANOS_MAX_AT_FIRST = Duration.ofSeconds(10).toNanos();

  private static final long PAUSE_MILLIS_FIRST = 1_000;
  private static final long PAUSE_MILLIS_MAX = 10_000;

  private final Consumer<String> tell;
  private final CountDownLatch stopping;
  private boolean everRead;
  private boolean away;
  private long sinceNanos;
  private long pauseMillis;

  /**
   * @param stopping ends a pause early
   */
  Outages(Consumer<String> tell, CountDownLatch stopping) {
    this.tell = tell;
    this.stopping = stopping;
  }

  /** Notes that the log was read and applied. */
  void over() {
    everRead = true;
    if (away) {
      away = false;
      tell.accept("the log is read again");
    }
  }

  /** Returns whether a failure is such that the next attempt may succeed. */
  static boolean mayPass(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof DebeziumLog.EndedException
          || cause instanceof UnavailableException
          || cause instanceof OutcomeUnknownException
          || (cause instanceof SQLException sql && JdbcFailures.isConnectionLost(sql))) {
        return true;
      }
    }
    return false;
  }

  /** Waits before the next attempt; throws the failure if this takes too long already. */
  void pause(RuntimeException failure) {
    if (!away) {
      away = true;
      sinceNanos = System.nanoTime();
      pauseMillis = PAUSE_MILLIS_FIRST;
    }
    if (System.nanoTime() - sinceNanos > (everRead ? NANOS_MAX : NANOS_MAX_AT_FIRST)) {
      throw failure;
    }
    tell.accept("waiting, and trying again: " + failure.getMessage());
    try {
      boolean unused = stopping.await(pauseMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
    pauseMillis = Math.min(2 * pauseMillis, PAUSE_MILLIS_MAX);
  }
}
