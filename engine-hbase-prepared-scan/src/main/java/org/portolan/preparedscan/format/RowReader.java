package org.portolan.preparedscan.format;

import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;

/**
 * Reads the rows of a page as {@link RowWriter} wrote them. Values stay in the page's bytes, which
 * therefore live as long as any cell. Used by one thread.
 */
public final class RowReader {
  private final boolean timestamps;
  private final Dictionary dictionary;
  private final Input in;
  private int rows;
  private byte[] key = {};
  private Column[] columns;
  private int[] lengths;
  private long timestamp;

  RowReader(Statement statement, Input in, int rows) {
    this.timestamps = statement.timestamps();
    this.dictionary = new Dictionary(statement.columns(), null);
    this.in = in;
    this.rows = rows;
    columns = statement.columns().toArray(new Column[0]);
    lengths = new int[columns.length];
  }

  public boolean hasNext() {
    return rows > 0;
  }

  /**
   * Returns the cells of the next row. If timestamps were not requested, the cells have {@link
   * HConstants#LATEST_TIMESTAMP}.
   *
   * @throws MalformedPageException if the bytes are not a row
   */
  public Cell[] next() {
    rows--;
    int head = in.readByte();
    readKey();
    if ((head & RowForm.SAME_COLUMNS) == 0) {
      if ((head & RowForm.BITMAP) != 0) {
        readBitmap();
      } else {
        readList();
      }
    }
    if ((head & RowForm.SAME_LENGTHS) == 0) {
      lengths = new int[columns.length];
      for (int index = 0; index < lengths.length; index++) {
        lengths[index] = in.readLength();
      }
    }
    if (lengths.length != columns.length) {
      throw new MalformedPageException(
          "a row has " + columns.length + " cells and " + lengths.length + " lengths");
    }
    long[] times = timestamps ? readTimestamps((head & RowForm.ONE_TIMESTAMP) != 0) : null;
    Cell[] cells = new Cell[columns.length];
    for (int index = 0; index < cells.length; index++) {
      cells[index] =
          new PageCell(
              key,
              columns[index],
              times == null ? HConstants.LATEST_TIMESTAMP : times[index],
              in.array(),
              in.skip(lengths[index]),
              lengths[index]);
    }
    if (rows == 0 && !in.isAtEnd()) {
      throw new MalformedPageException("there are bytes after the last row");
    }
    return cells;
  }

  private void readKey() {
    int shared = in.readLength();
    int more = in.readLength();
    if (shared > key.length) {
      throw new MalformedPageException(
          "a key shares " + shared + " bytes with one of " + key.length);
    }
    int from = in.skip(more);
    byte[] next = Arrays.copyOf(key, shared + more);
    System.arraycopy(in.array(), from, next, shared, more);
    key = next;
  }

  private void readBitmap() {
    Column[] present = new Column[dictionary.declared()];
    int count = 0;
    for (int first = 0; first < present.length; first += Byte.SIZE) {
      for (int bits = in.readByte(); bits != 0; bits &= bits - 1) {
        int column = first + Integer.numberOfTrailingZeros(bits);
        if (column >= present.length) {
          throw new MalformedPageException(
              "a row has column " + column + " of " + present.length + " declared");
        }
        present[count++] = dictionary.column(column);
      }
    }
    columns = Arrays.copyOf(present, count);
  }

  private void readList() {
    int count = in.readLength();
    Column[] read = new Column[Math.min(count, in.remaining())];
    if (count != read.length) {
      throw new MalformedPageException("a row of " + count + " cells is longer than the page");
    }
    for (int index = 0; index < count; index++) {
      int place = in.readLength();
      read[index] = place == 0 ? readSpelled() : dictionary.column(place - 1);
    }
    columns = read;
  }

  private Column readSpelled() {
    int place = in.readLength();
    byte[] family = place == 0 ? in.readBytes() : dictionary.family(place - 1);
    Column column = new Column(family, in.readBytes());
    dictionary.learn(column);
    return column;
  }

  private long[] readTimestamps(boolean one) {
    long[] times = new long[columns.length];
    if (one) {
      timestamp += in.readSigned();
      Arrays.fill(times, timestamp);
    } else {
      for (int index = 0; index < times.length; index++) {
        timestamp += in.readSigned();
        times[index] = timestamp;
      }
    }
    return times;
  }
}
