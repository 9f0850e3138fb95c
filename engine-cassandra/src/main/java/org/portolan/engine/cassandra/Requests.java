package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Sends statements: many at once, but bounded over all threads, so that neither the driver's queues
 * nor a server's grow without limit. Each request is bounded in time by the driver. Thread-safe.
 */
final class Requests {
  /** Less than what the driver admits on one connection, so that it never refuses. */
  private static final int IN_FLIGHT_MAX = 512;

  private final CqlSession session;
  private final Duration timeout;
  private final Semaphore permits = new Semaphore(IN_FLIGHT_MAX);

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

  /** Sends reads all at once and returns all rows of each. */
  List<List<Row>> readAll(String act, List<? extends Statement<?>> statements) {
    List<CompletableFuture<List<Row>>> answers = new ArrayList<>(statements.size());
    for (Statement<?> statement : statements) {
      answers.add(start(act, () -> send(statement).thenCompose(Requests::allRows)));
    }
    List<List<Row>> rows = new ArrayList<>(answers.size());
    RuntimeException failure = null;
    for (CompletableFuture<List<Row>> answer : answers) {
      try {
        rows.add(await(answer, cause -> Failures.ofRead(act, cause)));
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
    return await(start(act, () -> send(statement)), cause -> Failures.ofRead(act, cause));
  }

  private static CompletionStage<List<Row>> allRows(AsyncResultSet first) {
    List<Row> rows = new ArrayList<>(first.remaining());
    first.currentPage().forEach(rows::add);
    return following(first, rows);
  }

  private static CompletionStage<List<Row>> following(AsyncResultSet page, List<Row> rows) {
    if (!page.hasMorePages()) {
      return CompletableFuture.completedFuture(rows);
    }
    return page.fetchNextPage()
        .thenCompose(
            next -> {
              next.currentPage().forEach(rows::add);
              return following(next, rows);
            });
  }

  /** Starts a task when there is room for it among those in flight. */
  <T> CompletableFuture<T> start(String act, Supplier<CompletionStage<T>> task) {
    try {
      if (!permits.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new UnavailableException(
            "cannot "
                + act
                + ": "
                + IN_FLIGHT_MAX
                + " requests wait for answers since "
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

  static <T> T await(CompletableFuture<T> answer, Function<Throwable, RuntimeException> failed) {
    try {
      return answer.get();
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      while (cause instanceof java.util.concurrent.CompletionException
          && cause.getCause() != null) {
        cause = cause.getCause();
      }
      throw failed.apply(cause);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new OutcomeUnknownException("interrupted while waiting for Cassandra", interrupted);
    }
  }
}
