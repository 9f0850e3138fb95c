package org.portolan.engine.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;

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
  private final RangeBatches batches;
  private final Duration timeout;

  RowScanner(Tables tables, Cluster cluster) {
    this.tables = tables;
    this.client = new ClientScan(cluster);
    this.executor = new PreparedPages(cluster, client);
    this.batches = new RangeBatches(cluster);
    this.timeout = cluster.timeout();
  }

  ScanPage scan(Scan scan) {
    return filled(new OpenPage(tables.get(scan.table()), scan)).toScanPage();
  }

  /**
   * Reads a page of each scan: with one request for all scans of a region if the table has the
   * endpoint of prepared scans, else by HBase's own scan, many at the same time.
   */
  List<ScanPage> scanAll(List<Scan> scans) {
    List<OpenPage> pages = new ArrayList<>(scans.size());
    for (Scan scan : scans) {
      pages.add(new OpenPage(tables.get(scan.table()), scan));
    }
    long end = Failures.end(timeout);
    send(batches.of(pages, end), end);
    List<PageRequest> alone = new ArrayList<>();
    for (OpenPage page : pages) {
      if (!page.isFull()) {
        alone.add(new OfOnePage(page));
      }
    }
    send(alone, end);
    return pages.stream().map(page -> filled(page).toScanPage()).toList();
  }

  /** A request for the next rows of one or several pages of a table. */
  interface PageRequest {
    TableHandle table();

    /** Sends the request. */
    CompletableFuture<?> send();

    /**
     * Adds what has arrived to the pages; called once, when the future of {@link #send} is done.
     */
    void receive();
  }

  /** Sends requests, not too many at a time, and waits for all answers. */
  private static void send(List<PageRequest> requests, long end) {
    Deque<Sent> sent = new ArrayDeque<>();
    try {
      for (PageRequest request : requests) {
        if (sent.size() == REQUESTS_MAX) {
          receive(sent.remove(), end);
        }
        sent.add(new Sent(request, request.send()));
      }
      while (!sent.isEmpty()) {
        receive(sent.remove(), end);
      }
    } finally {
      // After a failure nobody waits for the others any more.
      sent.forEach(request -> request.answer().cancel(false));
    }
  }

  private record Sent(PageRequest request, CompletableFuture<?> answer) {}

  private static void receive(Sent sent, long end) {
    try {
      Failures.awaitUntil(sent.answer(), end);
    } catch (IOException failure) {
      throw Failures.of("scan table '" + sent.request().table().nativeName() + "'", failure);
    }
    sent.request().receive();
  }

  /** HBase's own scan of one page: prepared scans save bytes of long pages, and these are short. */
  private final class OfOnePage implements PageRequest {
    private final OpenPage page;
    private CompletableFuture<ScanExecutor.Answer> answer;

    OfOnePage(OpenPage page) {
      this.page = page;
    }

    @Override
    public TableHandle table() {
      return page.table();
    }

    @Override
    public CompletableFuture<?> send() {
      answer = client.start(page.request());
      return answer;
    }

    @Override
    public void receive() {
      page.add(answer.join());
    }
  }

  private OpenPage filled(OpenPage page) {
    while (!page.isFull()) {
      page.add(executor.execute(page.request()));
    }
    return page;
  }
}
