package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.engine.adapter.RowBuilder;
import org.portolan.types.Tuple;
import org.rocksdb.RocksDBException;

/** Scans the families of a table side by side and joins the parts of each row. */
final class RowScanner {
  private RowScanner() {}

  /** Reads one page. If several families are scanned, the source must see one moment. */
  static ScanPage scan(ReadSource source, TableHandle table, Scan scan) throws RocksDBException {
    ByteRange range = ByteRange.of(table.keyCodec(), scan.range());
    List<FamilyCursor> cursors = new ArrayList<>(scan.families().size());
    try {
      for (FamilyRead read : scan.families()) {
        cursors.add(FamilyCursor.of(source, table, read, range, scan.reversed()));
      }
      if (range.isEmpty()) {
        return new ScanPage(List.of(), Optional.empty());
      }
      for (FamilyCursor cursor : cursors) {
        cursor.start();
      }
      return page(table, scan, cursors);
    } finally {
      cursors.forEach(FamilyCursor::close);
    }
  }

  private static ScanPage page(TableHandle table, Scan scan, List<FamilyCursor> cursors)
      throws RocksDBException {
    List<Row> rows = new ArrayList<>();
    long bytes = 0;
    byte[] key = nearest(cursors, scan.reversed());
    while (key != null) {
      Tuple rowKey = table.keyCodec().decode(key);
      RowBuilder builder = new RowBuilder(rowKey);
      for (FamilyCursor cursor : cursors) {
        if (cursor.rowKey() != null && Arrays.equals(cursor.rowKey(), key)) {
          cursor.read(builder);
          cursor.advance();
        }
      }
      Row row = builder.build();
      key = nearest(cursors, scan.reversed());
      if (!row.isEmpty()) {
        rows.add(row);
        bytes += row.bytes();
        if (rows.size() == scan.rowsMax() || bytes >= scan.bytesMax()) {
          return new ScanPage(rows, key == null ? Optional.empty() : Optional.of(rowKey));
        }
      }
    }
    return new ScanPage(rows, Optional.empty());
  }

  private static byte[] nearest(List<FamilyCursor> cursors, boolean reversed) {
    byte[] nearest = null;
    for (FamilyCursor cursor : cursors) {
      byte[] key = cursor.rowKey();
      if (key != null
          && (nearest == null || Arrays.compareUnsigned(key, nearest) < 0 != reversed)) {
        nearest = key;
      }
    }
    return nearest;
  }
}
