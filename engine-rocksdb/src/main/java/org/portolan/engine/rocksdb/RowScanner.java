package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
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
  private static final ScanPage NO_ROWS = new ScanPage(List.of(), Optional.empty());

  private RowScanner() {}

  /** Reads one page. If several families are scanned, the source must see one moment. */
  static ScanPage scan(ReadSource source, TableHandle table, Scan scan) throws RocksDBException {
    return scan(source, table, scan, ByteRange.of(table.keyCodec(), scan.range()));
  }

  private static ScanPage scan(ReadSource source, TableHandle table, Scan scan, ByteRange range)
      throws RocksDBException {
    FamilyCursor.Opening opening = family -> new BoundedIterator(source, family.handle(), range);
    try (Cursors cursors = new Cursors(table, scan, opening)) {
      if (range.isEmpty()) {
        return NO_ROWS;
      }
      for (FamilyCursor cursor : cursors.all) {
        cursor.start();
      }
      return page(table, scan, cursors.all);
    }
  }

  /**
   * Reads a page of each scan and hands it over before it reads the next one. Neighbours in the
   * list that differ only in their ranges and limits share their iterators. If several families are
   * scanned, the source must see one moment.
   */
  static void scanAll(
      ReadSource source,
      Function<String, TableHandle> tables,
      List<Scan> scans,
      Consumer<ScanPage> receiver)
      throws RocksDBException {
    for (int from = 0; from < scans.size(); ) {
      int to = from + 1;
      while (to < scans.size() && isAlike(scans.get(from), scans.get(to))) {
        to++;
      }
      TableHandle table = tables.apply(scans.get(from).table());
      if (to - from == 1) {
        receiver.accept(scan(source, table, scans.get(from)));
      } else {
        scanAlike(source, table, scans.subList(from, to), receiver);
      }
      from = to;
    }
  }

  private static boolean isAlike(Scan scan, Scan other) {
    return scan.reversed() == other.reversed()
        && scan.table().equals(other.table())
        && scan.families().equals(other.families());
  }

  private static void scanAlike(
      ReadSource source, TableHandle table, List<Scan> scans, Consumer<ScanPage> receiver)
      throws RocksDBException {
    List<ByteRange> ranges = new ArrayList<>(scans.size());
    for (Scan scan : scans) {
      ranges.add(ByteRange.of(table.keyCodec(), scan.range()));
    }
    ByteRange hull = ByteRange.around(ranges);
    FamilyCursor.Opening opening =
        family -> BoundedIterator.overRanges(source, family.handle(), hull);
    try (Cursors cursors = new Cursors(table, scans.get(0), opening)) {
      for (int position = 0; position < scans.size(); position++) {
        Scan scan = scans.get(position);
        ByteRange range = ranges.get(position);
        receiver.accept(range.isEmpty() ? NO_ROWS : next(source, table, scan, range, cursors));
      }
    }
  }

  private static ScanPage next(
      ReadSource source, TableHandle table, Scan scan, ByteRange range, Cursors cursors)
      throws RocksDBException {
    try {
      for (FamilyCursor cursor : cursors.all) {
        cursor.start(range);
      }
      return page(table, scan, cursors.all);
    } catch (RocksDBException failure) {
      if (Failures.isTooManySkipped(failure)) {
        return scan(source, table, scan, range);
      }
      throw failure;
    }
  }

  /** A cursor for each family of a scan. */
  private static final class Cursors implements AutoCloseable {
    private final List<FamilyCursor> all;

    Cursors(TableHandle table, Scan scan, FamilyCursor.Opening opening) {
      all = new ArrayList<>(scan.families().size());
      try {
        for (FamilyRead read : scan.families()) {
          all.add(FamilyCursor.of(table, read, scan.reversed(), opening));
        }
      } catch (RuntimeException failure) {
        close();
        throw failure;
      }
    }

    @Override
    public void close() {
      all.forEach(FamilyCursor::close);
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
    return rows.isEmpty() ? NO_ROWS : new ScanPage(rows, Optional.empty());
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
