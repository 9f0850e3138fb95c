package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.engine.hbase.preparedscan.PreparedRanges;

/**
 * Requests for the pages of many ranges, each for those of one region, on tables that have the
 * endpoint of prepared scans. A page over a thousand prefixes is a thousand ranges: to receive,
 * answer and match a request costs both sides several times what it costs to read the few rows of
 * one range. Thread-safe.
 */
final class RangeBatches {
  private static final byte[] END_OF_TABLE = {};

  private final Cluster cluster;

  RangeBatches(Cluster cluster) {
    this.cluster = cluster;
  }

  private record Form(TableHandle table, List<FamilyRead> families) {}

  /**
   * Returns requests for the pages that can be asked for together; the others are left out. They
   * are also left unread if they turn out to be in another region, or the endpoint is missing.
   *
   * @param end by {@link System#nanoTime}, for finding the regions
   */
  List<RowScanner.PageRequest> of(List<OpenPage> pages, long end) {
    Map<Form, List<OpenPage>> forms = new LinkedHashMap<>();
    for (OpenPage page : pages) {
      if (!page.isFull() && !page.scan().reversed()) {
        Form form = new Form(page.table(), page.scan().families());
        forms.computeIfAbsent(form, any -> new ArrayList<>()).add(page);
      }
    }
    List<RowScanner.PageRequest> requests = new ArrayList<>();
    for (List<OpenPage> alike : forms.values()) {
      if (alike.size() > 1) {
        add(alike, requests, end);
      }
    }
    return requests;
  }

  private void add(List<OpenPage> alike, List<RowScanner.PageRequest> requests, long end) {
    TableName table = alike.get(0).table().nativeName();
    PreparedRanges prepared =
        PreparedRanges.prepare(
            cluster.connection(), table, ClientScan.scan(alike.get(0).request()));
    if (!prepared.isWorthwhile()) {
      return;
    }
    for (List<OpenPage> near : byRegion(table, alike, end)) {
      for (int from = 0; from < near.size(); from += PreparedRanges.RANGES_MAX) {
        int to = Math.min(near.size(), from + PreparedRanges.RANGES_MAX);
        if (to - from > 1) {
          requests.add(new Batch(prepared, near.subList(from, to)));
        }
      }
    }
  }

  private Iterable<List<OpenPage>> byRegion(TableName table, List<OpenPage> pages, long end) {
    AsyncTableRegionLocator locator = cluster.connection().getRegionLocator(table);
    Map<RegionInfo, List<OpenPage>> regions = new LinkedHashMap<>();
    RegionInfo region = null;
    for (OpenPage page : pages) {
      byte[] start = page.request().range().from();
      if (region == null || !region.containsRow(start)) {
        try {
          region = Failures.awaitUntil(locator.getRegionLocation(start), end).getRegion();
        } catch (IOException failure) {
          throw Failures.of("find the regions of table '" + table + "'", failure);
        }
      }
      regions.computeIfAbsent(region, any -> new ArrayList<>()).add(page);
    }
    return regions.values();
  }

  /** The pages of one region. */
  private static final class Batch implements RowScanner.PageRequest {
    private final PreparedRanges prepared;
    private final List<OpenPage> pages;
    private CompletableFuture<List<PreparedRanges.Page>> answer;

    Batch(PreparedRanges prepared, List<OpenPage> pages) {
      this.prepared = prepared;
      this.pages = pages;
    }

    @Override
    public TableHandle table() {
      return pages.get(0).table();
    }

    @Override
    public CompletableFuture<?> send() {
      List<PreparedRanges.Range> ranges = new ArrayList<>(pages.size());
      for (OpenPage page : pages) {
        ScanExecutor.Request request = page.request();
        ByteRange range = request.range();
        ranges.add(
            new PreparedRanges.Range(
                range.from(),
                range.to() == null ? END_OF_TABLE : range.to(),
                request.rowsMax(),
                request.bytesMax()));
      }
      answer = prepared.first(ranges);
      return answer;
    }

    @Override
    public void receive() {
      List<PreparedRanges.Page> found = answer.join();
      for (int index = 0; index < pages.size(); index++) {
        PreparedRanges.Page page = found.get(index);
        // A range without rows here may go on in another region.
        if (page != null && (page.isComplete() || page.size() > 0)) {
          pages.get(index).add(new ScanExecutor.Answer(page.rows(), page.isComplete()));
        }
      }
    }
  }
}
