package org.portolan.engine.hbase.preparedscan;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.portolan.preparedscan.format.Statement;

/**
 * A scan that is prepared once and executed on any number of ranges (Neves et al., Prepared Scan:
 * Efficient Retrieval of Structured Data from HBase, SAC 2017). Rows are the same as those of
 * HBase's own scan, in the same order, whole, each as it was at one moment; only what cells repeat
 * does not travel. Thread-safe.
 *
 * <p>Nothing is kept on the servers: regions may move, split, merge or lose their server between
 * any two pages, and no row is lost or repeated. Where a table has no endpoint, rows come by
 * HBase's own scan; {@link #isPrepared} says which it was.
 *
 * <pre>{@code
 * PreparedScan prepared = PreparedScan.prepare(connection, table, scan);
 * try (ResultScanner rows = prepared.execute(from, to, 1_000)) {
 *   for (Result row : rows) { ... }
 * }
 * }</pre>
 */
public final class PreparedScan implements AutoCloseable {
  /** What a page holds if the scan does not say it, as HBase has it. */
  static final int PAGE_BYTES = 2 << 20;

  /** As many rows as fit in a page. */
  static final int ROWS_ALL = Integer.MAX_VALUE;

  private final AsyncConnection connection;
  private final boolean ownsConnection;
  private final TableName table;
  private final Scan scan;
  private final Pages pages;
  private final Duration timeout;
  private final Endpoints endpoints;
  private volatile boolean closed;

  private PreparedScan(
      AsyncConnection connection,
      boolean ownsConnection,
      TableName table,
      Scan scan,
      Statement statement) {
    this.connection = connection;
    this.ownsConnection = ownsConnection;
    this.table = table;
    this.scan = scan;
    AsyncTable<?> reads = connection.getTable(table);
    this.pages = new Pages(reads, statement, scan.isReversed());
    this.timeout = Duration.ofNanos(reads.getOperationTimeout(TimeUnit.NANOSECONDS));
    this.endpoints = Endpoints.of(connection);
  }

  /** Prepares a scan as {@link PreparedScanOptions#USUAL} says. */
  public static PreparedScan prepare(AsyncConnection connection, TableName table, Scan scan) {
    return prepare(connection, table, scan, PreparedScanOptions.USUAL);
  }

  /**
   * Prepares a scan for a program that has a synchronous connection. Opens an asynchronous one
   * beside it, of the same configuration and the user of this process, which {@link #close} closes:
   * prepare once, execute often.
   *
   * @throws IOException if the cluster cannot be reached
   * @throws IllegalArgumentException as without
   */
  public static PreparedScan prepare(Connection connection, TableName table, Scan scan)
      throws IOException {
    Scan own = copy(scan);
    Statement statement = Preparation.of(own, PreparedScanOptions.USUAL);
    try {
      return new PreparedScan(
          ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get(),
          true,
          table,
          own,
          statement);
    } catch (ExecutionException e) {
      throw new IOException("cannot connect to scan table '" + table + "'", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while connecting").initCause(e);
    }
  }

  /**
   * Prepares a scan. Asks no server.
   *
   * @param connection stays the caller's
   * @param scan whose range does not matter; columns that it names are what is not sent with rows
   * @throws IllegalArgumentException if it asks for what a prepared scan does not do; the message
   *     says what and why
   */
  public static PreparedScan prepare(
      AsyncConnection connection, TableName table, Scan scan, PreparedScanOptions options) {
    Scan own = copy(scan);
    return new PreparedScan(connection, false, table, own, Preparation.of(own, options));
  }

  private static Scan copy(Scan scan) {
    try {
      return new Scan(scan);
    } catch (IOException e) {
      throw new IllegalArgumentException("the scan cannot be copied: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a range, start inclusive, stop exclusive, in the direction of the scan.
   *
   * @param startRow empty for the beginning
   * @param stopRow empty for the end
   * @param caching how many rows come at once at most, however few bytes they are; 0 for as many as
   *     bytes allow
   * @return of one thread; holds two pages at most
   */
  public ResultScanner execute(byte[] startRow, byte[] stopRow, int caching) {
    return execute(startRow, true, stopRow, false, caching);
  }

  /** Reads a range, likewise. */
  public ResultScanner execute(
      byte[] startRow, boolean startInclusive, byte[] stopRow, boolean stopInclusive, int caching) {
    if (closed) {
      throw new IllegalStateException("the prepared scan of '" + table + "' is closed");
    }
    int bytesMax =
        scan.getMaxResultSize() > 0
            ? (int) Math.min(Integer.MAX_VALUE, scan.getMaxResultSize())
            : PAGE_BYTES;
    return new PreparedScanner(
        endpoints,
        connection,
        table,
        () -> nativeScan(startRow, startInclusive, stopRow, stopInclusive, caching),
        pages,
        new Pages.Range(stopRow, stopInclusive),
        Position.of(startRow, startInclusive, scan.isReversed()),
        new PreparedScanner.Bounds(
            caching > 0 ? caching : ROWS_ALL,
            bytesMax,
            scan.getLimit() > 0 ? scan.getLimit() : ROWS_ALL,
            timeout));
  }

  private Scan nativeScan(
      byte[] startRow, boolean startInclusive, byte[] stopRow, boolean stopInclusive, int caching) {
    Scan own =
        copy(scan).withStartRow(startRow, startInclusive).withStopRow(stopRow, stopInclusive);
    return caching > 0 ? own.setCaching(caching) : own;
  }

  /** Returns whether rows come by the endpoint, as far as is known; asks no server. */
  public boolean isPrepared() {
    return endpoints.mayHave(table);
  }

  /**
   * Ends it. Nothing is held on any server, and scanners that are open go on, unless the connection
   * was opened for this scan: that is closed.
   */
  @Override
  public void close() {
    closed = true;
    if (ownsConnection) {
      try {
        connection.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot close the connection to '" + table + "'", e);
      }
    }
  }
}
