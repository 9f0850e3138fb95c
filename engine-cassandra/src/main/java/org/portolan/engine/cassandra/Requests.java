package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Sends statements: many at once, but with a bound over all threads, so that neither the driver's
 * nor a server's queues grow without limit. Each request is bounded in time by the driver.
 * Thread-safe.
 */
final class Requests {
  /**
   * The most requests without conditions in flight: with the conditions, less than the driver
   * admits on one connection, so that it never refuses a request.
   */
  private static final int IN_FLIGHT_MAX = 384;

  /**
   * The most conditions in flight. Each takes the servers four rounds and several writes: with a
   * load's hundreds at once, small servers answer the first ones after their time limit.
   */
  private static final int CONDITIONS_MAX = 128;

  private final CqlSession session;
  private final Duration timeout;
  private final Semaphore permits = new Semaphore(IN_FLIGHT_MAX);
  private final Semaphore conditions = new Semaphore(CONDITIONS_MAX, true);

  Requests(CqlSession session, Duration timeout) {
    this.session = session;
    this.timeout = timeout;
  }

  Duration timeout() {
    return timeout;
  }

  CompletionStage<AsyncResultSet> send(Statement<?> statement) {
    return session.executeAsync(statement);
  }

  /** Sends a read; see {@link SchemaDelay}. */
  CompletionStage<AsyncResultSet> sendRead(Statement<?> statement) {
    return SchemaDelay.outwait(() -> send(statement));
  }

  /** Sends reads all at once and returns all rows of each. */
  List<List<Row>> readAll(String act, List<? extends Statement<?>> statements) {
    List<CompletableFuture<List<Row>>> answers = new ArrayList<>(statements.size());
    for (Statement<?> statement : statements) {
      answers.add(start(act, () -> sendRead(statement).thenCompose(Requests::allRows)));
    }
    List<List<Row>> rows = new ArrayList<>(answers.size());
    RuntimeException failure = null;
    for (CompletableFuture<List<Row>> answer : answers) {
      try {
        rows.add(awaitRead(act, answer));
      } catch (RuntimeException failed) {
        failure = failed;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return rows;
  }

  AsyncResultSet read(String act, Statement<?> statement) {
    return awaitRead(act, start(act, () -> sendRead(statement)));
  }

  static CompletionStage<List<Row>> allRows(AsyncResultSet first) {
    List<Row> rows = new ArrayList<>(first.remaining());
    first.currentPage().forEach(rows::add);
    return following(first, rows);
  }

  private static CompletionStage<List<Row>> following(AsyncResultSet page, List<Row> rows) {
    if (!page.hasMorePages()) {
      return CompletableFuture.completedFuture(rows);
    }
    return SchemaDelay.outwait(page::fetchNextPage)
        .thenCompose(
            next -> {
              next.currentPage().forEach(rows::add);
              return following(next, rows);
            });
  }

  /** Starts a task as soon as the number of tasks in flight allows it. */
  <T> CompletableFuture<T> start(String act, Supplier<CompletionStage<T>> task) {
    return start(act, permits, IN_FLIGHT_MAX, task);
  }

  /** As {@link #start(String, Supplier)}, for a change on a condition. */
  <T> CompletableFuture<T> startCondition(String act, Supplier<CompletionStage<T>> task) {
    return start(act, conditions, CONDITIONS_MAX, task);
  }

  private <T> CompletableFuture<T> start(
      String act, Semaphore permits, int most, Supplier<CompletionStage<T>> task) {
    try {
      if (!permits.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new UnavailableException(
            "cannot "
                + act
                + ": "
                + most
                + " requests have waited for answers since "
                + timeout
                + "; try again with fewer at a time");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EngineException("cannot " + act + ": interrupted before it began", interrupted);
    }
    CompletionStage<T> started;
    try {
      started = task.get();
    } catch (RuntimeException failure) {
      started = CompletableFuture.failedFuture(failure);
    }
    return started.whenComplete((any, failure) -> permits.release()).toCompletableFuture();
  }

  /**
   * Waits for the answer to a read, or to another request that changes nothing.
   *
   * @throws EngineException if it failed, or if this thread was interrupted; the thread stays
   *     interrupted
   */
  static <T> T awaitRead(String act, CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().get();
    } catch (ExecutionException failure) {
      throw Failures.ofRead(act, cause(failure));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EngineException(
          "cannot " + act + ": interrupted while waiting for Cassandra", interrupted);
    }
  }

  /**
   * Waits for the answer to a write.
   *
   * @throws EngineException if it failed
   * @throws OutcomeUnknownException if it may have happened nevertheless, or if this thread was
   *     interrupted; the thread stays interrupted
   */
  static <T> T awaitWrite(String act, CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().get();
    } catch (ExecutionException failure) {
      throw Failures.ofWrite(act, cause(failure));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw Failures.ofInterruptedWrite(act, interrupted);
    }
  }

  private static Throwable cause(ExecutionException failure) {
    Throwable cause = failure.getCause();
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
