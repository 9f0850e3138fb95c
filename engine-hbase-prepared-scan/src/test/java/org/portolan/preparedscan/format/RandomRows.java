package org.portolan.preparedscan.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows as a region gives them: sparse, with several versions, with undeclared columns. */
final class RandomRows {
  private final Random random;
  private final int families;
  private final List<Column> columns = new ArrayList<>();

  RandomRows(Random random) {
    this.random = random;
    this.families = 1 + random.nextInt(3);
    int count = 1 + random.nextInt(20);
    for (int index = 0; index < count; index++) {
      columns.add(column());
    }
  }

  private Column column() {
    return new Column(
        ("f" + random.nextInt(families)).getBytes(StandardCharsets.US_ASCII),
        bytes(random.nextInt(12)));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Returns some of the columns that rows have, and some that no row has. */
  List<Column> declared() {
    List<Column> declared = new ArrayList<>();
    for (Column column : columns) {
      if (random.nextInt(4) > 0) {
        declared.add(column);
      }
    }
    for (int more = random.nextInt(3); more > 0; more--) {
      declared.add(column());
    }
    return declared;
  }

  List<List<Cell>> rows(int count) {
    TreeSet<byte[]> keys = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    while (keys.size() < count) {
      byte[] tail = bytes(random.nextInt(6));
      keys.add(random.nextBoolean() ? Bytes.add(Bytes.toBytes("user"), tail, bytes(1)) : bytes(8));
    }
    boolean alike = random.nextBoolean();
    List<List<Cell>> rows = new ArrayList<>();
    for (byte[] key : keys) {
      rows.add(row(key, alike));
    }
    return rows;
  }

  private List<Cell> row(byte[] key, boolean alike) {
    TreeMap<Cell, Boolean> cells = new TreeMap<>(CellComparator.getInstance());
    for (Column column : columns) {
      int versions = alike ? 1 : random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(8) / 7;
      for (int version = 0; version < versions; version++) {
        cells.put(cell(key, column, alike ? 10 : random.nextInt(300)), true);
      }
    }
    if (!alike && random.nextInt(5) == 0) {
      cells.put(cell(key, column(), random.nextInt(20)), true);
    }
    if (cells.isEmpty()) {
      cells.put(cell(key, columns.get(0), 1), true);
    }
    return List.copyOf(cells.keySet());
  }

  private Cell cell(byte[] key, Column column, int length) {
    long timestamp =
        switch (random.nextInt(3)) {
          case 0 -> 0;
          case 1 -> 1_700_000_000_000L + random.nextInt(1_000);
          default -> random.nextLong() >>> 1;
        };
    KeyValue cell =
        new KeyValue(key, column.family(), column.qualifier(), timestamp, bytes(length));
    if (random.nextBoolean()) {
      return cell;
    }
    // Outside of the heap, like cells of the block cache.
    ByteBuffer outside = ByteBuffer.allocateDirect(cell.getLength());
    outside.put(cell.getBuffer(), cell.getOffset(), cell.getLength()).flip();
    return new ByteBufferKeyValue(outside, 0, cell.getLength());
  }
}
