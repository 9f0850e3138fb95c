package org.portolan.engine.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.adapter.ByteRange;

/**
 * A page that is being read: in one request, or in several if rows turn out to be empty. Used by
 * one thread.
 */
final class OpenPage {
  private final TableHandle table;
  private final Scan scan;
  private final RowQuery query;
  private final List<Row> rows = new ArrayList<>();
  private KeyRange range;
  private ByteRange bounds;
  private int bytes;

  /** Whether no row of the range follows. */
  private boolean complete;

  OpenPage(TableHandle table, Scan scan) {
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

  TableHandle table() {
    return table;
  }

  Scan scan() {
    return scan;
  }

  boolean isFull() {
    return complete || rows.size() == scan.rowsMax() || bytes >= scan.bytesMax();
  }

  /** Returns the request for the rows that the page still needs; it is not full. */
  ScanExecutor.Request request() {
    return new ScanExecutor.Request(
        table.nativeName(),
        query,
        bounds,
        scan.reversed(),
        scan.rowsMax() - rows.size(),
        scan.bytesMax() - bytes);
  }

  /** Adds the answer to the last request. */
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
