package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The rows of several queries, one query after the other, fetched on demand. The size of the rows
 * decides how many are fetched at a time. Nothing stays open on the servers.
 */
final class RowStream {
  private static final int FETCH_ROWS_FIRST = 128;
  private static final int FETCH_ROWS_MAX = 4_096;
  private static final int FETCH_BYTES = 512 << 10;

  private final Requests requests;
  private final String act;
  private final Deque<Supplier<List<BoundStatement>>> queries;
  private final Deque<BoundStatement> ready = new ArrayDeque<>();
  private final Deque<Row> fetched = new ArrayDeque<>();
  private int fetchRows;
  private BoundStatement unfinished;
  private ByteBuffer pagingState;

  /** The answer to the first request, if it was sent ahead; null otherwise. */
  private CompletionStage<AsyncResultSet> ahead;

  /**
   * @param queries each gives the next queries when the queries before have ended
   * @param rowsMax the largest number of rows that will be requested
   */
  RowStream(
      Requests requests, String act, List<Supplier<List<BoundStatement>>> queries, int rowsMax) {
    this.requests = requests;
    this.act = act;
    this.queries = new ArrayDeque<>(queries);
    fetchRows = (int) Math.min(rowsMax + 1L, FETCH_ROWS_FIRST);
  }

  /** Sends the first request and does not wait for its answer. Call this before anything else. */
  void begin() {
    if (next()) {
      BoundStatement query = unfinished.setPageSize(fetchRows);
      ahead = requests.start(act, () -> requests.sendRead(query));
    }
  }

  /** Returns the next row without taking it, null at the end. */
  Row peek() {
    while (fetched.isEmpty()) {
      if (unfinished == null && !next()) {
        return null;
      }
      fetch();
    }
    return fetched.peek();
  }

  void take() {
    fetched.remove();
  }

  private boolean next() {
    while (ready.isEmpty()) {
      if (queries.isEmpty()) {
        return false;
      }
      ready.addAll(queries.remove().get());
    }
    unfinished = ready.remove();
    pagingState = null;
    return true;
  }

  private AsyncResultSet nextPage() {
    if (ahead != null) {
      CompletionStage<AsyncResultSet> first = ahead;
      ahead = null;
      return Requests.awaitRead(act, first);
    }
    BoundStatement query = unfinished.setPageSize(fetchRows);
    return requests.read(act, pagingState == null ? query : query.setPagingState(pagingState));
  }

  private void fetch() {
    AsyncResultSet page = nextPage();
    long bytes = 0;
    int rows = 0;
    for (Row row : page.currentPage()) {
      fetched.add(row);
      rows++;
      for (int column = 0; column < row.getColumnDefinitions().size(); column++) {
        ByteBuffer value = row.getBytesUnsafe(column);
        bytes += value == null ? 1 : value.remaining() + 1;
      }
    }
    if (rows > 0) {
      fetchRows = (int) Math.max(1, Math.min(FETCH_ROWS_MAX, FETCH_BYTES * (long) rows / bytes));
    }
    if (page.hasMorePages()) {
      pagingState = page.getExecutionInfo().getPagingState();
    } else {
      unfinished = null;
    }
  }
}
