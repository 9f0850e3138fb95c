package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.portolan.engine.adapter.ByteRange;

/**
 * HBase's own scan, ended as soon as the page is full. If the rows fit into one answer of a region
 * server, opening, reading and closing take one round trip.
 */
final class ClientScan implements ScanExecutor {
  /** The least and the most bytes that a server is asked to put into one answer. */
  private static final int ANSWER_BYTES_MIN = 64 << 10;

  private static final int ANSWER_BYTES_MAX = 2 << 20;

  /** A scan of at most this many rows is read like gets, without reading ahead in the files. */
  private static final int SHORT_ROWS = 100;

  private final Cluster cluster;

  ClientScan(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public Answer execute(Request request) {
    try {
      return Failures.await(start(request), cluster.timeout());
    } catch (IOException failure) {
      throw Failures.of("scan table '" + request.table() + "'", failure);
    }
  }

  /** Sends the request. The scan ends early if the answer is cancelled. */
  CompletableFuture<Answer> start(Request request) {
    Page page = new Page(request);
    cluster.forReads(request.table()).scan(scan(request), page);
    return page.answer;
  }

  /** Returns a request as a scan of HBase's client. */
  static Scan scan(Request request) {
    ByteRange range = request.range();
    byte[] from = range.from();
    byte[] to = range.to() == null ? new byte[0] : range.to();
    Scan scan =
        request.reversed()
            ? new Scan().setReversed(true).withStartRow(to, false).withStopRow(from, true)
            : new Scan().withStartRow(from, true).withStopRow(to, false);
    scan.setLimit(request.rowsMax())
        .setCaching(request.rowsMax())
        .setMaxResultSize(
            Math.max(ANSWER_BYTES_MIN, Math.min(ANSWER_BYTES_MAX, request.bytesMax())))
        .setCacheBlocks(request.rowsMax() <= SHORT_ROWS);
    if (request.rowsMax() <= SHORT_ROWS) {
      scan.setReadType(Scan.ReadType.PREAD);
    }
    request.query().addTo(scan);
    return scan;
  }

  /** Returns the size of a row in a page, in bytes. */
  static long size(Result result) {
    long size = 0;
    for (Cell cell : result.rawCells()) {
      size += cell.getRowLength() + cell.getQualifierLength() + cell.getValueLength();
    }
    return size;
  }

  /** Collects the rows that arrive, in the client's own threads, one call after the other. */
  private static final class Page implements AdvancedScanResultConsumer {
    private final Request request;
    private final List<Result> rows = new ArrayList<>();
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private long bytes;
    private boolean full;

    Page(Request request) {
      this.request = request;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      for (Result result : results) {
        if (full) {
          break;
        }
        rows.add(result);
        bytes += size(result);
        full = rows.size() >= request.rowsMax() || bytes >= request.bytesMax();
      }
      if (full || answer.isDone()) {
        controller.terminate();
      }
    }

    @Override
    public void onHeartbeat(ScanController controller) {
      if (answer.isDone()) {
        controller.terminate();
      }
    }

    @Override
    public void onError(Throwable failure) {
      answer.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      answer.complete(new Answer(rows, !full));
    }
  }
}
