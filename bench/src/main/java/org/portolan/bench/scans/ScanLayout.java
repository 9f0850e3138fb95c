package org.portolan.bench.scans;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of a table. All have the same number of values, of one length; row and column determine
 * the value. Values consist of letters, digits and two other characters, so compression can save a
 * quarter of them.
 */
record ScanLayout(int rows, int columns, int valueBytes) {
  static final byte[] FAMILY = {'f'};
  static final int KEY_BYTES = 9;
  static final int ROWS_MAX = 100_000_000;
  static final int COLUMNS_MAX = 26 * 26;

  private static final int POOL_BYTES = 1 << 20;
  private static final byte[] POOL = pool();
  private static final byte[][] QUALIFIERS = qualifiers();

  private static byte[] pool() {
    byte[] signs =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            .getBytes(StandardCharsets.US_ASCII);
    SplittableRandom random = new SplittableRandom(1);
    byte[] pool = new byte[POOL_BYTES];
    for (int index = 0; index < pool.length; index++) {
      pool[index] = signs[random.nextInt(signs.length)];
    }
    return pool;
  }

  /** Returns the name of the table that has these rows. */
  String table() {
    return "scans_" + rows + "_" + columns + "_" + valueBytes;
  }

  /** Returns nine digits. */
  static byte[] key(int row) {
    byte[] key = new byte[KEY_BYTES];
    int rest = row;
    for (int digit = KEY_BYTES - 1; digit >= 0; digit--) {
      key[digit] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return key;
  }

  /** Returns the name of a column; names sort in the order of the columns. Must not be changed. */
  static byte[] qualifier(int column) {
    return QUALIFIERS[column];
  }

  private static byte[][] qualifiers() {
    byte[][] qualifiers = new byte[COLUMNS_MAX][];
    for (int column = 0; column < COLUMNS_MAX; column++) {
      qualifiers[column] = new byte[] {(byte) ('A' + column / 26), (byte) ('a' + column % 26)};
    }
    return qualifiers;
  }

  private int place(int row, int column) {
    long mixed = ((long) row * columns + column + 1) * 0x9E37_79B9_7F4A_7C15L;
    return (int) Math.floorMod(mixed >>> 20, (long) POOL_BYTES - valueBytes);
  }

  Put put(int row) {
    Put put = new Put(key(row));
    for (int column = 0; column < columns; column++) {
      int place = place(row, column);
      put.addColumn(FAMILY, qualifier(column), Arrays.copyOfRange(POOL, place, place + valueBytes));
    }
    return put;
  }

  /** Returns the number of bytes of the key and the values of a row. */
  int usefulBytes() {
    return KEY_BYTES + columns * valueBytes;
  }

  /**
   * Returns the error in the rows of a scan, if any. This takes little time compared with reading
   * the rows, and counts in the processor time of every form.
   */
  Optional<String> judge(int from, int count, List<Result> found) {
    if (found.size() != count) {
      return Optional.of(found.size() + " rows came instead of " + count);
    }
    for (int index = 0; index < count; index++) {
      int row = from + index;
      Cell[] cells = found.get(index).rawCells();
      if (cells.length != columns || !CellUtil.matchingRows(cells[0], key(row))) {
        return Optional.of("row " + row + " came as " + found.get(index));
      }
      for (int column = 0; column < columns; column++) {
        if (!isRight(cells[column], row, column)) {
          return Optional.of("column " + column + " of row " + row + " came as " + cells[column]);
        }
      }
    }
    return Optional.empty();
  }

  private boolean isRight(Cell cell, int row, int column) {
    byte[] qualifier = qualifier(column);
    int place = place(row, column);
    return Bytes.equals(
            cell.getQualifierArray(),
            cell.getQualifierOffset(),
            cell.getQualifierLength(),
            qualifier,
            0,
            qualifier.length)
        && Arrays.equals(
            cell.getValueArray(),
            cell.getValueOffset(),
            cell.getValueOffset() + cell.getValueLength(),
            POOL,
            place,
            place + valueBytes);
  }
}
