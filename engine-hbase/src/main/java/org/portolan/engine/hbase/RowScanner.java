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

/** Reads one page of a scan. Nothing stays open on the servers between pages. Thread-safe. */
final class RowScanner {
  private final Tables tables;
  private final ScanExecutor executor;

  RowScanner(Tables tables, ScanExecutor executor) {
    this.tables = tables;
    this.executor = executor;
  }

  ScanPage scan(Scan scan) {
    TableHandle table = tables.get(scan.table());
    RowQuery query = RowQuery.of(table, scan.families());
    List<Row> rows = new ArrayList<>();
    int bytes = 0;
    KeyRange range = scan.range();
    while (true) {
      ByteRange bounds = ByteRange.of(table.keyCodec(), range);
      if (query.isNothing() || bounds.isEmpty()) {
        return new ScanPage(rows, Optional.empty());
      }
      var request =
          new ScanExecutor.Request(
              table.nativeName(),
              query,
              bounds,
              scan.reversed(),
              scan.rowsMax() - rows.size(),
              scan.bytesMax() - bytes);
      ScanExecutor.Answer answer = executor.execute(request);
      Row last = null;
      for (Result result : answer.rows()) {
        last = query.decode(table.keyCodec().decode(result.getRow()), result);
        // A removed counter has cells, but does not count as content.
        if (!last.isEmpty()) {
          rows.add(last);
          bytes += last.bytes();
          if (rows.size() == scan.rowsMax() || bytes >= scan.bytesMax()) {
            return new ScanPage(rows, Optional.of(last.key()));
          }
        }
      }
      if (answer.complete() || last == null) {
        return new ScanPage(rows, Optional.empty());
      }
      range = scan.reversed() ? range.before(last.key()) : range.after(last.key());
    }
  }
}
