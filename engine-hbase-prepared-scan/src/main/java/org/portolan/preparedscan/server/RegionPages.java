package org.portolan.preparedscan.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.portolan.preparedscan.format.PageBatch;
import org.portolan.preparedscan.format.PageReply;
import org.portolan.preparedscan.format.PageRequest;
import org.portolan.preparedscan.format.ReplyBytes;
import org.portolan.preparedscan.format.RowWriter;

/**
 * Pages of one region. Thread-safe.
 *
 * <p>A page has whole rows, each as it was at one moment; pages are read at different moments, like
 * the regions of any scan. The cost of a request is bounded: the bytes of a page, the bytes of a
 * row, and the time in which it may look for rows.
 */
final class RegionPages {
  /** The largest page, even if a client requests more. */
  static final int PAGE_BYTES_MAX = 8 << 20;

  /** The property of the endpoint by which a table sets {@link #LOOK_MILLIS}. */
  static final String LOOK_PROPERTY = "portolan.prepared-scan.look-ms";

  /** How long a page may pass over deleted, expired or filtered cells before it ends. */
  static final long LOOK_MILLIS = 5_000;

  /** The part of {@link #LOOK_MILLIS} after which a request for several pages begins none. */
  private static final int LOOKS_PER_BATCH = 4;

  /** The most reads of one page while the files of its region change. */
  private static final int READS_MAX = 3;

  private static final int ROOM_BYTES_MIN = 1 << 12;

  /** The number of cells of a row that are read at once. */
  private static final int CELLS_AT_ONCE = 1_000;

  private static final PreparedStatements STATEMENTS = new PreparedStatements();

  private final RegionCoprocessorEnvironment environment;
  private final long lookMillis;

  RegionPages(RegionCoprocessorEnvironment environment) {
    this.environment = environment;
    this.lookMillis = environment.getConfiguration().getLong(LOOK_PROPERTY, LOOK_MILLIS);
  }

  /**
   * Returns the page that a request asks for.
   *
   * @throws IOException if the region cannot be read now, or the user may not read the table
   */
  ReplyBytes page(byte[] request) throws IOException {
    return answer(PageRequest.read(request));
  }

  /**
   * Returns the pages that several requests ask for, or those of the first requests: after about as
   * many bytes as one page may have, or a quarter of the time, it leaves the others out.
   *
   * @throws IOException as {@link #page(byte[])}, from the first request
   */
  ReplyBytes pages(byte[] requests) throws IOException {
    // The last page may take a whole look more, and the client waits for 10 s.
    long end = System.nanoTime() + lookMillis * 1_000_000 / LOOKS_PER_BATCH;
    List<ReplyBytes> replies = new ArrayList<>();
    long bytes = 0;
    for (PageRequest request : PageBatch.requests(requests)) {
      if (!replies.isEmpty() && (bytes >= PAGE_BYTES_MAX || System.nanoTime() - end >= 0)) {
        break;
      }
      try {
        ReplyBytes reply = answer(request);
        bytes += reply.headLength() + reply.rowsLength();
        replies.add(reply);
      } catch (IOException failure) {
        if (replies.isEmpty()) {
          throw failure;
        }
        break;
      }
    }
    return PageBatch.ofReplies(replies);
  }

  private ReplyBytes answer(PageRequest request) throws IOException {
    PreparedStatements.Prepared prepared =
        request.statement() == null
            ? STATEMENTS.find(request.digest())
            : STATEMENTS.learn(request.statement());
    if (prepared == null) {
      return PageReply.unknownStatement();
    }
    RegionInfo info = environment.getRegionInfo();
    if (!isNext(request, prepared.isReversed(), info)) {
      return PageReply.elsewhere(info.getStartKey(), info.getEndKey());
    }
    Region region = environment.getRegion();
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      return settled(request, prepared, region, info);
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
  }

  /**
   * Reads a page, and reads it again if a store of the region changed its files meanwhile. HBase's
   * scanner can mix the cells of two rows if memory is flushed while it passes over cells that the
   * flush drops (HBASE-29254). Flushes are minutes apart.
   */
  private ReplyBytes settled(
      PageRequest request, PreparedStatements.Prepared prepared, Region region, RegionInfo info)
      throws IOException {
    List<StoreFile> before = files(region);
    for (int times = 0; times < READS_MAX; times++) {
      ReplyBytes page = page(request, prepared, region, info);
      List<StoreFile> after = files(region);
      if (after.equals(before)) {
        return page;
      }
      before = after;
    }
    throw new IOException(
        "region "
            + info.getRegionNameAsString()
            + " changed its files during each of "
            + READS_MAX
            + " reads of its rows; ask again");
  }

  private static List<StoreFile> files(Region region) {
    List<StoreFile> files = new ArrayList<>();
    for (Store store : region.getStores()) {
      files.addAll(store.getStorefiles());
    }
    return files;
  }

  private ReplyBytes page(
      PageRequest request, PreparedStatements.Prepared prepared, Region region, RegionInfo info)
      throws IOException {
    Scan scan = prepared.scan();
    scan.withStartRow(request.start(), request.startInclusive());
    scan.withStopRow(request.stop(), request.stopInclusive());
    if (scan.getReadType() == Scan.ReadType.DEFAULT) {
      // A scanner that lives for one page gains nothing from a reopening that reads ahead.
      scan.setReadType(Scan.ReadType.PREAD);
    }
    SeenFilter seen = null;
    if (scan.getFilter() != null) {
      seen = new SeenFilter(scan.getFilter(), System.nanoTime() + lookMillis * 1_000_000);
      scan.setFilter(seen);
    }
    try (RegionScanner scanner = open(region, scan)) {
      // The filter's deadline comes first, because the filter ends at a known row.
      long deadline =
          EnvironmentEdgeManager.currentTime() + (seen == null ? lookMillis : 2 * lookMillis);
      RowWriter rows =
          new RowWriter(prepared.statement(), room(prepared, request), onlyFamily(scan, region));
      return read(request, prepared, rows, scanner, seen, info, deadline);
    }
  }

  /** Whether the rows next to the start, in the direction of the scan, are in this region. */
  private static boolean isNext(PageRequest request, boolean reversed, RegionInfo info) {
    byte[] start = request.start();
    if (start.length == 0) {
      return reversed ? info.getEndKey().length == 0 : info.getStartKey().length == 0;
    }
    return info.containsRow(start)
        || (reversed && !request.startInclusive() && Arrays.equals(info.getEndKey(), start));
  }

  /** Opens a scanner as HBase does for a client, with its check of the user's rights. */
  private static RegionScanner open(Region region, Scan scan) throws IOException {
    RegionCoprocessorHost host =
        region instanceof HRegion ? ((HRegion) region).getCoprocessorHost() : null;
    if (host == null) {
      return region.getScanner(scan);
    }
    host.preScannerOpen(scan);
    return host.postScannerOpen(scan, region.getScanner(scan));
  }

  private static ReplyBytes read(
      PageRequest request,
      PreparedStatements.Prepared prepared,
      RowWriter rows,
      RegionScanner scanner,
      SeenFilter seen,
      RegionInfo info,
      long deadline)
      throws IOException {
    boolean inPieces = seen == null || !seen.hasFilterRow();
    int bytesMax = bytesMax(request);
    ScannerContext context = context(inPieces, deadline);
    List<Cell> row = new ArrayList<>();
    List<Cell> piece = new ArrayList<>();
    long rowBytes = 0;
    boolean more = true;
    boolean full = false;
    boolean late = false;
    while (more && !full && !late) {
      piece.clear();
      more = scanner.nextRaw(piece, context);
      late = more && EnvironmentEdgeManager.currentTime() >= deadline;
      if (!row.isEmpty() && !piece.isEmpty() && !CellUtil.matchingRows(row.get(0), piece.get(0))) {
        // The row ended with the previous piece. If the page is full, this piece of the next row is
        // dropped: then there is more, even if the scanner is at its end.
        requireFits(rows.add(row), row);
        row.clear();
        rowBytes = 0;
        full = isFull(rows, request, bytesMax);
        more |= full;
      }
      if (!full) {
        row.addAll(piece);
        if (more && inPieces && isMidRow(piece, context)) {
          rowBytes += bytes(piece);
          requireFits(rowBytes <= RowWriter.ROW_BYTES_MAX, row);
        } else if (!row.isEmpty()) {
          requireFits(rows.add(row), row);
          row.clear();
          rowBytes = 0;
          full = isFull(rows, request, bytesMax);
        }
      }
    }
    prepared.pageWas(rows.bytes());
    boolean deflate = prepared.statement().compressed();
    if (seen != null && seen.isTimeUp()) {
      return PageReply.moreHere(rows, seen.lastRow(), true, deflate);
    }
    if (late && rows.rows() == 0) {
      return PageReply.nothingYet();
    }
    if (more) {
      return PageReply.moreHere(rows, rows.lastKey(), false, deflate);
    }
    boolean scanDone = seen != null && scanner.isFilterDone();
    return PageReply.regionDone(rows, scanDone, info.getStartKey(), info.getEndKey(), deflate);
  }

  /** Returns room for a page of the size of the last one, which is mostly enough. */
  private static int room(PreparedStatements.Prepared prepared, PageRequest request) {
    int last = prepared.pageBytes();
    return Math.max(ROOM_BYTES_MIN, Math.min(last + last / 16, bytesMax(request)));
  }

  private static int bytesMax(PageRequest request) {
    return Math.min(request.bytesMax(), PAGE_BYTES_MAX);
  }

  /** Returns the family of all cells that a scan can return; null if there are several. */
  private static byte[] onlyFamily(Scan scan, Region region) {
    Collection<byte[]> families =
        scan.hasFamilies()
            ? scan.getFamilyMap().keySet()
            : region.getTableDescriptor().getColumnFamilyNames();
    return families.size() == 1 ? families.iterator().next() : null;
  }

  private static ScannerContext context(boolean inPieces, long deadline) {
    ScannerContext.Builder context = ScannerContext.newBuilder();
    if (MidRow.isKnown()) {
      context.setTimeLimit(ScannerContext.LimitScope.BETWEEN_CELLS, deadline);
    }
    return (inPieces ? context.setBatchLimit(CELLS_AT_ONCE) : context).build();
  }

  private static boolean isMidRow(List<Cell> piece, ScannerContext context) {
    return MidRow.isKnown() ? MidRow.of(context) : piece.size() == CELLS_AT_ONCE;
  }

  private static boolean isFull(RowWriter rows, PageRequest request, int bytesMax) {
    return rows.rows() >= request.rowsMax() || rows.bytes() >= bytesMax;
  }

  private static long bytes(List<Cell> cells) {
    long bytes = 0;
    for (Cell cell : cells) {
      bytes += cell.getValueLength();
    }
    return bytes;
  }

  private static void requireFits(boolean fits, List<Cell> row) throws DoNotRetryIOException {
    if (!fits) {
      throw new DoNotRetryIOException(
          "row "
              + Bytes.toStringBinary(CellUtil.cloneRow(row.get(0)))
              + " has more than "
              + RowWriter.ROW_BYTES_MAX
              + " bytes, and a prepared scan reads rows as a whole; ask for fewer of its columns,"
              + " or read it by HBase's own scan with allowPartialResults");
    }
  }
}
