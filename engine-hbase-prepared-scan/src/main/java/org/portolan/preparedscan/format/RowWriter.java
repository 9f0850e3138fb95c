package org.portolan.preparedscan.format;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Writes rows one after the other, each as its difference from the row before. Used by one thread.
 *
 * <p>A row consists of a head of four bits ({@link RowForm}); the number of key bytes that it
 * shares with the row before, the number of further key bytes, and these bytes; its columns, unless
 * they are the same as before: a bit for each declared column if the row has no others, or a list
 * of places in the dictionary; the length of each value, unless all lengths are the same as before;
 * timestamps as differences, if they are requested; the values.
 */
public final class RowWriter {
  /** The largest row: both sides have a whole row in memory. */
  public static final long ROW_BYTES_MAX = 64L << 20;

  private final boolean timestamps;
  private final Dictionary dictionary;
  private final Output out;
  private int rows;
  private byte[] lastKey = {};
  private int[] lastColumns;
  private int lastCount;
  private int[] lastLengths;
  private long lastTimestamp;
  private int[] columns;
  private int[] lengths;

  /**
   * @param bytesExpected the number of bytes for which there is room at first
   * @param onlyFamily the family of all cells to come; null if it is unknown or there are several
   */
  public RowWriter(Statement statement, int bytesExpected, byte[] onlyFamily) {
    out = new Output(bytesExpected);
    timestamps = statement.timestamps();
    dictionary = new Dictionary(statement.columns(), onlyFamily);
    lastCount = dictionary.declared();
    lastColumns = RowForm.firstColumns(lastCount);
    lastLengths = new int[lastCount];
    columns = new int[lastCount];
    lengths = new int[lastCount];
  }

  public int rows() {
    return rows;
  }

  /** Returns how many bytes have been written. */
  public int bytes() {
    return out.size();
  }

  Output block() {
    return out;
  }

  /** Returns the key of the last row, empty before the first. */
  public byte[] lastKey() {
    return lastKey;
  }

  /**
   * Adds a row.
   *
   * @param cells all cells of one row, at least one, in HBase's order
   * @return false if its values together are longer than {@link #ROW_BYTES_MAX}: the row is not
   *     added
   */
  public boolean add(List<? extends Cell> cells) {
    int count = cells.size();
    if (count > columns.length) {
      columns = new int[Math.max(count, 2 * columns.length)];
      lengths = new int[columns.length];
    }
    boolean sameColumns = count == lastCount;
    boolean bitmap = count <= dictionary.declared();
    boolean sameTimestamp = true;
    long timestamp = timestamps ? cells.get(0).getTimestamp() : 0;
    int before = -1;
    long total = 0;
    for (int index = 0; index < count; index++) {
      Cell cell = cells.get(index);
      int hint = index < lastCount ? lastColumns[index] : Dictionary.UNKNOWN;
      int column = dictionary.find(cell, hint, before + 1);
      columns[index] = column;
      sameColumns = sameColumns && column != Dictionary.UNKNOWN && column == lastColumns[index];
      bitmap = bitmap && column > before && column < dictionary.declared();
      sameTimestamp = sameTimestamp && (!timestamps || cell.getTimestamp() == timestamp);
      before = column;
      lengths[index] = cell.getValueLength();
      total += lengths[index];
    }
    if (total > ROW_BYTES_MAX) {
      return false;
    }
    boolean sameLengths = sameColumns;
    for (int index = 0; sameLengths && index < count; index++) {
      sameLengths = lengths[index] == lastLengths[index];
    }
    out.writeByte(
        (sameColumns ? RowForm.SAME_COLUMNS : bitmap ? RowForm.BITMAP : 0)
            | (sameLengths ? RowForm.SAME_LENGTHS : 0)
            | (sameTimestamp ? RowForm.ONE_TIMESTAMP : 0));
    writeKey(cells.get(0));
    if (!sameColumns && bitmap) {
      writeBitmap(count);
    } else if (!sameColumns) {
      writeList(cells);
    }
    if (!sameLengths) {
      for (int index = 0; index < count; index++) {
        out.writeVarint(lengths[index]);
      }
    }
    if (timestamps) {
      writeTimestamps(cells, sameTimestamp ? 1 : count);
    }
    for (int index = 0; index < count; index++) {
      int at = out.claim(lengths[index]);
      CellUtil.copyValueTo(cells.get(index), out.array(), at);
    }
    remember(count);
    rows++;
    return true;
  }

  private void writeKey(Cell cell) {
    byte[] key = CellUtil.cloneRow(cell);
    int shared = 0;
    int most = Math.min(key.length, lastKey.length);
    while (shared < most && key[shared] == lastKey[shared]) {
      shared++;
    }
    out.writeVarint(shared);
    out.writeVarint(key.length - shared);
    out.writeRaw(key, shared, key.length - shared);
    lastKey = key;
  }

  private void writeBitmap(int count) {
    int at = 0;
    for (int first = 0; first < dictionary.declared(); first += Byte.SIZE) {
      int bits = 0;
      while (at < count && columns[at] < first + Byte.SIZE) {
        bits |= 1 << (columns[at] - first);
        at++;
      }
      out.writeByte(bits);
    }
  }

  private void writeList(List<? extends Cell> cells) {
    out.writeVarint(cells.size());
    for (int index = 0; index < cells.size(); index++) {
      // By now this row itself may have added the column to the dictionary.
      int column =
          columns[index] == Dictionary.UNKNOWN
              ? dictionary.find(cells.get(index), Dictionary.UNKNOWN, 0)
              : columns[index];
      if (column == Dictionary.UNKNOWN) {
        column = spell(cells.get(index));
      } else {
        out.writeVarint(column + 1L);
      }
      columns[index] = column;
    }
  }

  private int spell(Cell cell) {
    out.writeVarint(0);
    int family = dictionary.family(cell);
    out.writeVarint(family + 1L);
    Column column = Dictionary.column(cell);
    if (family == Dictionary.UNKNOWN) {
      out.writeBytes(column.family());
    }
    out.writeBytes(column.qualifier());
    return dictionary.learn(column);
  }

  private void writeTimestamps(List<? extends Cell> cells, int count) {
    for (int index = 0; index < count; index++) {
      long timestamp = cells.get(index).getTimestamp();
      out.writeSigned(timestamp - lastTimestamp);
      lastTimestamp = timestamp;
    }
  }

  private void remember(int count) {
    int[] freeColumns = lastColumns;
    int[] freeLengths = lastLengths;
    lastColumns = columns;
    lastLengths = lengths;
    lastCount = count;
    columns = freeColumns.length >= count ? freeColumns : new int[count];
    lengths = freeLengths.length >= columns.length ? freeLengths : new int[columns.length];
  }
}
