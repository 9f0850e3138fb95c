package org.portolan.engine.hbase.preparedscan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.preparedscan.format.PageBatch;
import org.portolan.preparedscan.format.PageReply;
import org.portolan.preparedscan.format.PageRequest;
import org.portolan.preparedscan.format.Statement;

/**
 * The pages of one statement on one table, across its regions. Thread-safe.
 *
 * @param reversed whether rows come from the last to the first
 */
record Pages(AsyncTable<?> table, Statement statement, boolean reversed) {
  /** The most bytes that a server may send, somewhat more than requested. */
  static final int BYTES_MAX = 256 << 20;

  /** The most attempts of a reversed scan to find the region before another: regions may split. */
  private static final int ELSEWHERE_MAX = 100;

  /**
   * Statements that some server has received recently. A server that does not know a statement says
   * so.
   */
  private static final Map<Bytes, Boolean> TOLD = new ConcurrentHashMap<>();

  private static final int TOLD_MAX = 1_000;

  /** The end of a scan. Immutable; the array is never changed. */
  static final class Range {
    private final byte[] stop;
    private final boolean stopInclusive;

    Range(byte[] stop, boolean stopInclusive) {
      this.stop = stop;
      this.stopInclusive = stopInclusive;
    }
  }

  /**
   * A reply: rows, or the information that no row was found in the time limit.
   *
   * @param next the position at which to continue, null at the end
   */
  record Page(PageReply reply, Position next) {}

  /** Asks for a page. */
  CompletableFuture<Page> page(Position from, Range range, int rowsMax, int bytesMax) {
    return page(from, range, rowsMax, bytesMax, 0);
  }

  private CompletableFuture<Page> page(
      Position from, Range range, int rowsMax, int bytesMax, int elsewhere) {
    PageRequest request =
        PageRequest.of(
            statement,
            from.row(),
            from.inclusive(),
            range.stop,
            range.stopInclusive,
            rowsMax,
            bytesMax);
    Bytes digest = new Bytes(statement.digest());
    boolean told = TOLD.containsKey(digest);
    return ask(from, told ? request : request.spelledOut(statement))
        .thenCompose(
            reply ->
                reply.status() == PageReply.Status.UNKNOWN_STATEMENT
                    ? ask(from, request.spelledOut(statement))
                    : CompletableFuture.completedFuture(reply))
        .thenCompose(
            reply -> {
              return switch (reply.status()) {
                case ROWS -> {
                  remember(digest);
                  yield CompletableFuture.completedFuture(new Page(reply, next(reply, range)));
                }
                case ELSEWHERE ->
                    page(
                        elsewhere(from, reply, elsewhere), range, rowsMax, bytesMax, elsewhere + 1);
                case NOTHING_YET -> CompletableFuture.completedFuture(new Page(reply, from));
                case UNKNOWN_STATEMENT ->
                    throw new IllegalStateException("a server did not accept a statement in");
              };
            });
  }

  /** The first page of a range to ask for. Immutable; the array is never changed. */
  static final class Asked {
    private final byte[] start;
    private final Range range;
    private final int rowsMax;
    private final int bytesMax;

    /**
     * @param start inclusive
     */
    Asked(byte[] start, Range range, int rowsMax, int bytesMax) {
      this.start = start;
      this.range = range;
      this.rowsMax = rowsMax;
      this.bytesMax = bytesMax;
    }
  }

  /**
   * Asks the region of the first range for the first pages of several ranges.
   *
   * @return for each of the first ranges, at least one, its page; null if its range is in another
   *     region, or was not read for another reason
   */
  CompletableFuture<List<Page>> batch(List<Asked> asked) {
    Bytes digest = new Bytes(statement.digest());
    return ask(asked, !TOLD.containsKey(digest))
        .thenCompose(
            replies ->
                replies.get(0).status() == PageReply.Status.UNKNOWN_STATEMENT
                    ? ask(asked, true)
                    : CompletableFuture.completedFuture(replies))
        .thenApply(
            replies -> {
              List<Page> pages = new ArrayList<>(replies.size());
              for (PageReply reply : replies) {
                boolean read = reply.status() == PageReply.Status.ROWS;
                Range range = asked.get(pages.size()).range;
                pages.add(read ? new Page(reply, next(reply, range)) : null);
              }
              remember(digest);
              return pages;
            });
  }

  private CompletableFuture<List<PageReply>> ask(List<Asked> asked, boolean spelledOut) {
    List<PageRequest> requests = new ArrayList<>(asked.size());
    for (Asked each : asked) {
      PageRequest request =
          PageRequest.of(
              statement,
              each.start,
              true,
              each.range.stop,
              each.range.stopInclusive,
              each.rowsMax,
              each.bytesMax);
      requests.add(spelledOut && requests.isEmpty() ? request.spelledOut(statement) : request);
    }
    return EndpointCalls.pages(table, asked.get(0).start, PageBatch.ofRequests(requests))
        .thenApply(bytes -> PageBatch.replies(bytes, BYTES_MAX));
  }

  private static void remember(Bytes digest) {
    if (TOLD.size() >= TOLD_MAX) {
      TOLD.clear();
    }
    TOLD.put(digest, true);
  }

  private CompletableFuture<PageReply> ask(Position from, PageRequest request) {
    return EndpointCalls.page(table, from.located(), request.toByteArray())
        .thenApply(bytes -> PageReply.read(bytes, BYTES_MAX));
  }

  /** Returns where to look after a region that is not next to the start. */
  private Position elsewhere(Position from, PageReply reply, int times) {
    if (times >= ELSEWHERE_MAX) {
      throw new IllegalStateException(
          "no region was found next to row " + Bytes.toStringBinary(from.row()));
    }
    byte[] end = reply.regionEnd();
    boolean gap = reversed && end.length > 0 && Bytes.compareTo(end, from.row()) < 0;
    return from.located(gap ? end : from.row());
  }

  private Position next(PageReply reply, Range range) {
    if (!reply.isRegionDone()) {
      return Position.of(reply.goOnFrom(), reply.isFromInclusive(), reversed);
    }
    byte[] edge = reversed ? reply.regionStart() : reply.regionEnd();
    if (reply.isScanDone() || edge.length == 0) {
      return null;
    }
    byte[] stop = range.stop;
    if (stop.length > 0) {
      int beyond = Bytes.compareTo(edge, stop);
      boolean ended = reversed ? beyond <= 0 : beyond > 0 || (beyond == 0 && !range.stopInclusive);
      if (ended) {
        return null;
      }
    }
    return reversed ? Position.before(edge) : Position.of(edge, true, false);
  }
}
