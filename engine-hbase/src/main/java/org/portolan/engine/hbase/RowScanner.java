package org.portolan.engine.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.adapter.ByteRange;

/** Reads pages of scans. Nothing stays open on the servers between pages. Thread-safe. */
final class RowScanner {
  /**
   * The most requests under way for one call. A region server refuses requests, those of others
   * too, if more than ten for each of its handlers (30 by default) wait.
   */
  private static final int REQUESTS_MAX = 128;

  private final Tables tables;
  private final ClientScan client;
  private final ScanExecutor executor;
  private final Duration timeout;

  RowScanner(Tables tables, Cluster cluster) {
    this.tables = tables;
    this.client = new ClientScan(cluster);
    this.executor = new PreparedPages(cluster, client);
    this.timeout = cluster.timeout();
  }

  ScanPage scan(Scan scan) {
    return filled(new Page(tables.get(scan.table()), scan)).toScanPage();
  }

  /**
   * Reads a page of each scan, many at the same time, by HBase's own scan: prepared scans save
   * bytes of long pages, and many pages at once are short.
   */
  List<ScanPage> scanAll(List<Scan> scans) {
    List<Page> pages = new ArrayList<>(scans.size());
    for (Scan scan : scans) {
      pages.add(new Page(tables.get(scan.table()), scan));
    }
    Deque<Sent> sent = new ArrayDeque<>();
    long end = Failures.end(timeout);
    try {
      for (Page page : pages) {
        if (!page.isFull()) {
          if (sent.size() == REQUESTS_MAX) {
            receive(sent.remove(), end);
          }
          sent.add(new Sent(page, client.start(page.request())));
        }
      }
      while (!sent.isEmpty()) {
        receive(sent.remove(), end);
      }
    } finally {
      // After a failure nobody waits for the others any more.
      sent.forEach(request -> request.answer().cancel(false));
    }
    return pages.stream().map(page -> filled(page).toScanPage()).toList();
  }

  private record Sent(Page page, CompletableFuture<ScanExecutor.Answer> answer) {}

  private static void receive(Sent request, long end) {
    try {
      request.page().add(Failures.awaitUntil(request.answer(), end));
    } catch (IOException failure) {
      throw Failures.of("scan table '" + request.page().table.nativeName() + "'", failure);
    }
  }

  private Page filled(Page page) {
    while (!page.isFull()) {
      page.add(executor.execute(page.request()));
    }
    return page;
  }

  /** A page that is read in one request, or in several if rows turn out to be empty. */
  private static final class Page {
    private final TableHandle table;
    private final Scan scan;
    private final RowQuery query;
    private final List<Row> rows = new ArrayList<>();
    private KeyRange range;
    private ByteRange bounds;
    private int bytes;

    /** Whether no row of the range follows. */
    private boolean complete;

    Page(TableHandle table, Scan scan) {
      this.table = table;
      this.scan = scan;
      this.query = RowQuery.of(table, scan.families());
      from(scan.range());
    }

    private void from(KeyRange next) {
      range = next;
      bounds = ByteRange.of(table.keyCodec(), next);
      complete = query.isNothing() || bounds.isEmpty();
    }

    boolean isFull() {
      return complete || rows.size() == scan.rowsMax() || bytes >= scan.bytesMax();
    }

    ScanExecutor.Request request() {
      return new ScanExecutor.Request(
          table.nativeName(),
          query,
          bounds,
          scan.reversed(),
          scan.rowsMax() - rows.size(),
          scan.bytesMax() - bytes);
    }

    void add(ScanExecutor.Answer answer) {
      Row last = null;
      for (Result result : answer.rows()) {
        last = query.decode(table.keyCodec().decode(result.getRow()), result);
        // A removed counter has cells, but does not count as content.
        if (!last.isEmpty()) {
          rows.add(last);
          bytes += last.bytes();
          if (isFull()) {
            return;
          }
        }
      }
      if (answer.complete() || last == null) {
        complete = true;
      } else {
        from(scan.reversed() ? range.before(last.key()) : range.after(last.key()));
      }
    }

    ScanPage toScanPage() {
      return new ScanPage(
          rows, complete ? Optional.empty() : Optional.of(rows.get(rows.size() - 1).key()));
    }
  }
}
