package org.portolan.engine.hbase.preparedscan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.portolan.preparedscan.format.PageBatch;
import org.portolan.preparedscan.format.PageReply;
import org.portolan.preparedscan.format.RowReader;
import org.portolan.preparedscan.format.Statement;

/**
 * A scan that is prepared once and asked for the first page of many ranges, with one request for
 * the ranges of a region instead of one for each range. Reads forwards only. Thread-safe.
 */
public final class PreparedRanges {
  /** The most ranges of one request. A server reads them one after the other. */
  public static final int RANGES_MAX = PageBatch.REQUESTS_MAX;

  private final TableName table;
  private final Pages pages;
  private final Endpoints endpoints;

  private PreparedRanges(AsyncConnection connection, TableName table, Statement statement) {
    this.table = table;
    this.pages = new Pages(connection.getTable(table), statement, false);
    this.endpoints = Endpoints.of(connection);
  }

  /**
   * Prepares a scan. Asks no server.
   *
   * @param scan the scan; its range does not matter
   * @throws IllegalArgumentException as {@link PreparedScan#prepare}, and if the scan is reversed
   */
  public static PreparedRanges prepare(AsyncConnection connection, TableName table, Scan scan) {
    if (scan.isReversed()) {
      throw new IllegalArgumentException("pages of several ranges are read forwards only");
    }
    return new PreparedRanges(connection, table, Preparation.of(scan, PreparedScanOptions.USUAL));
  }

  /** The first page of a range to ask for. Immutable; the arrays are never changed. */
  public static final class Range {
    private final byte[] start;
    private final Pages.Asked asked;

    /**
     * @param start inclusive; empty for the beginning of the table
     * @param stop exclusive; empty for the end of the table
     * @param rowsMax the most rows of the page, at least 1
     * @param bytesMax the page ends after the row that reaches it, at least 1
     */
    public Range(byte[] start, byte[] stop, int rowsMax, int bytesMax) {
      this.start = start;
      this.asked = new Pages.Asked(start, new Pages.Range(stop, false), rowsMax, bytesMax);
    }

    /** Returns the first row of the range, which also says which region to ask. */
    public byte[] start() {
      return start;
    }
  }

  /** The rows at the beginning of a range. */
  public static final class Page {
    private final PageReply reply;
    private final Statement statement;
    private final boolean complete;

    private Page(PageReply reply, Statement statement, boolean complete) {
      this.reply = reply;
      this.statement = statement;
      this.complete = complete;
    }

    /** Decodes the rows; call this once. */
    public List<Result> rows() {
      List<Result> rows = new ArrayList<>(reply.rows());
      RowReader reader = reply.reader(statement);
      while (reader.hasNext()) {
        rows.add(Result.create(reader.next()));
      }
      return rows;
    }

    /** Returns how many rows there are. */
    public int size() {
      return reply.rows();
    }

    /** Returns whether no row of the range follows. */
    public boolean isComplete() {
      return complete;
    }
  }

  /** Returns whether to ask; no if the endpoint is known to be missing. Asks no server. */
  public boolean isWorthwhile() {
    return endpoints.mayHaveRanges(table);
  }

  /**
   * Asks for the first pages of some ranges.
   *
   * @param ranges of the region of the first of them, at least one and at most {@link #RANGES_MAX}
   * @return a page for each range, null if the range must be read in another way: it is in another
   *     region, the endpoint is missing, or its server found no row in time. It fails like any read
   *     of the table.
   */
  public CompletableFuture<List<Page>> first(List<Range> ranges) {
    List<Page> found = new ArrayList<>(ranges.size());
    return more(ranges, found)
        .exceptionallyCompose(
            failure ->
                endpoints.isLackingRanges(table, failure)
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(failure))
        .thenApply(
            nothing -> {
              while (found.size() < ranges.size()) {
                found.add(null);
              }
              return found;
            });
  }

  /** Asks again for as long as a server leaves out ranges. */
  private CompletableFuture<Void> more(List<Range> ranges, List<Page> found) {
    List<Pages.Asked> rest =
        ranges.subList(found.size(), ranges.size()).stream().map(range -> range.asked).toList();
    CompletableFuture<List<Pages.Page>> answer;
    try {
      answer = pages.batch(rest);
    } catch (LinkageError otherClient) {
      return CompletableFuture.failedFuture(otherClient);
    }
    return answer.thenCompose(
        replies -> {
          for (Pages.Page page : replies) {
            found.add(
                page == null
                    ? null
                    : new Page(page.reply(), pages.statement(), page.next() == null));
          }
          return found.size() < ranges.size()
              ? more(ranges, found)
              : CompletableFuture.completedFuture(null);
        });
  }
}
