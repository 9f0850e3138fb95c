package org.portolan.engine.hbase.preparedscan;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.portolan.preparedscan.format.PageReply;
import org.portolan.preparedscan.format.RowReader;

/**
 * One execution. While the caller takes the rows of a page, the next page is already requested; but
 * not during the first page, since many scans end with it. Used by one thread.
 */
final class PreparedScanner implements ResultScanner {
  /** HBase's own time limit of an operation can end a little late. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Endpoints endpoints;
  private final AsyncConnection connection;
  private final TableName table;
  private final Supplier<Scan> nativeScan;
  private final Pages pages;
  private final Pages.Range range;
  private final Bounds bounds;
  private Position position;
  private int rowsLeft;
  private int pagesTaken;
  private RowReader rows;
  private CompletableFuture<Pages.Page> ahead;
  private ResultScanner nativeScanner;
  private boolean closed;

  /**
   * The limits of pages and rows.
   *
   * @param rowsMax of a page
   * @param bytesMax of a page
   * @param limit of rows in all
   * @param timeout of a page
   */
  record Bounds(int rowsMax, int bytesMax, int limit, Duration timeout) {}

  PreparedScanner(
      Endpoints endpoints,
      AsyncConnection connection,
      TableName table,
      Supplier<Scan> nativeScan,
      Pages pages,
      Pages.Range range,
      Position start,
      Bounds bounds) {
    this.endpoints = endpoints;
    this.connection = connection;
    this.table = table;
    this.nativeScan = nativeScan;
    this.pages = pages;
    this.range = range;
    this.position = start;
    this.bounds = bounds;
    this.rowsLeft = bounds.limit();
  }

  @Override
  public Result next() throws IOException {
    while (!closed) {
      if (nativeScanner != null) {
        return nativeScanner.next();
      }
      if (rows != null && rows.hasNext()) {
        return Result.create(rows.next());
      }
      if (position == null || rowsLeft == 0) {
        return null;
      }
      fetch();
    }
    return null;
  }

  private void fetch() throws IOException {
    if (pagesTaken == 0 && !endpoints.mayHave(table)) {
      goNative(nativeScan.get());
      return;
    }
    CompletableFuture<Pages.Page> asked = ahead == null ? ask() : ahead;
    ahead = null;
    Pages.Page page;
    try {
      page = await(asked);
    } catch (IOException failure) {
      if (pagesTaken == 0 && endpoints.isLacking(table, failure)) {
        goNative(nativeScan.get());
        return;
      }
      throw failure;
    }
    pagesTaken++;
    if (page.reply().status() == PageReply.Status.NOTHING_YET) {
      goNativeFrom(page.next());
      return;
    }
    rows = page.reply().reader(pages.statement());
    rowsLeft -= page.reply().rows();
    position = page.next();
    if (pagesTaken > 1 && position != null && rowsLeft > 0) {
      ahead = ask();
    }
  }

  private CompletableFuture<Pages.Page> ask() {
    try {
      return pages.page(position, range, Math.min(bounds.rowsMax(), rowsLeft), bounds.bytesMax());
    } catch (LinkageError otherClient) {
      return CompletableFuture.failedFuture(new IOException(otherClient));
    }
  }

  private void goNative(Scan scan) {
    nativeScanner = connection.getTable(table).getScanner(scan);
  }

  /**
   * Lets HBase's own scan read the rest. Unlike a call of an endpoint, it keeps the connection
   * alive while it passes over deleted or expired cells.
   */
  private void goNativeFrom(Position from) throws IOException {
    Scan rest = nativeScan.get().withStartRow(from.row(), from.inclusive());
    if (bounds.limit() != PreparedScan.ROWS_ALL) {
      rest.setLimit(rowsLeft);
    }
    goNative(rest);
  }

  private Pages.Page await(CompletableFuture<Pages.Page> asked) throws IOException {
    try {
      return asked.get(bounds.timeout().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io
          ? io
          : new IOException("cannot scan table '" + table + "'", e.getCause());
    } catch (TimeoutException e) {
      asked.cancel(false);
      throw new IOException("no page of table '" + table + "' came in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while scanning table '" + table + "'")
              .initCause(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    rows = null;
    if (ahead != null) {
      ahead.cancel(false);
    }
    if (nativeScanner != null) {
      nativeScanner.close();
    }
  }

  /** There is no lease: the servers keep nothing that could expire. */
  @Override
  public boolean renewLease() {
    return nativeScanner == null || nativeScanner.renewLease();
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return null;
  }
}
