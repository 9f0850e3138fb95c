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
 * Efficient Retrieval of Structured Data from HBase, SAC 2017). It returns the same whole rows as
 * HBase's own scan, in the same order, each as it was at one moment. Only the repeated parts of
 * cells are not sent. Thread-safe.
 *
 * <p>The servers keep nothing: regions may move, split, merge or lose their server between any two
 * pages, and no row is lost or repeated. If a table has no endpoint, HBase's own scan reads the
 * rows; {@link #isPrepared} tells which scan is used.
 *
 * <pre>{@code
 * PreparedScan prepared = PreparedScan.prepare(connection, table, scan);
 * try (ResultScanner rows = prepared.execute(from, to, 1_000)) {
 *   for (Result row : rows) { ... }
 * }
 * }</pre>
 */
public final class PreparedScan implements AutoCloseable {
  /** The default size of a page, the same as HBase's. */
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

  /** Prepares a scan with {@link PreparedScanOptions#USUAL}. */
  public static PreparedScan prepare(AsyncConnection connection, TableName table, Scan scan) {
    return prepare(connection, table, scan, PreparedScanOptions.USUAL);
  }

  /**
   * Prepares a scan for a program with a synchronous connection. Opens a second, asynchronous
   * connection with the same configuration, for the user of this process; {@link #close} closes it.
   * So prepare once and execute often.
   *
   * @throws IOException if the cluster cannot be reached
   * @throws IllegalArgumentException as for an asynchronous connection
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
   * @param connection remains the caller's to close
   * @param scan the scan; its range does not matter, and the names of its columns are not sent with
   *     rows
   * @throws IllegalArgumentException if the scan uses a feature that prepared scans lack; the
   *     message says which one and why
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
   * @param caching the largest number of rows per page, however small they are; 0 for as many as
   *     the bytes allow
   * @return a scanner for one thread; it holds two pages at most
   */
  public ResultScanner execute(byte[] startRow, byte[] stopRow, int caching) {
    return execute(startRow, true, stopRow, false, caching);
  }

  /** Like {@link #execute(byte[], byte[], int)}. */
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

  /** Returns whether the endpoint reads the rows, as far as known; asks no server. */
  public boolean isPrepared() {
    return endpoints.mayHave(table);
  }

  /**
   * Ends the prepared scan. It holds nothing on any server, and open scanners continue, unless the
   * connection was opened for this scan: that connection is closed.
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
