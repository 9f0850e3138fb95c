package org.portolan.types;

import java.util.Arrays;
import java.util.List;

/**
 * The compact encoding of a row of typed columns, each of which may be null. Immutable and
 * thread-safe.
 *
 * <p>A row consists of the number of columns up to the last one that is not null (varint), a
 * presence bit for each of them (lowest bit of the first byte first), and the values that are
 * present:
 *
 * <ul>
 *   <li>text and bytes: length (varint), content; text in UTF-8;
 *   <li>compressed text: length (varint), a form byte, and the UTF-8 bytes (form 0) or their number
 *       (varint) and their raw deflate stream (form 1, used if it is shorter);
 *   <li>int and long: zigzag varint; boolean: one byte; timestamp: microseconds since the epoch in
 *       eight bytes; decimal: length (varint) and the unscaled integer in two's complement;
 *   <li>set and list: length in bytes, number of elements (both varint), elements; the elements of
 *       a set ascend.
 * </ul>
 *
 * A column's position is its identity: columns may be added at the end, and older rows have null in
 * them. A column must never be removed, moved or given another type.
 */
public final class RowCodec {
  /** More columns than any table has; a larger number is the mark of a damaged row. */
  private static final int COLUMNS_MAX = 100_000;

  private final List<Column> columns;
  private final Column[] columnArray;

  public RowCodec(List<Column> columns) {
    this.columns = List.copyOf(columns);
    columnArray = this.columns.toArray(new Column[0]);
  }

  public static RowCodec of(Column... columns) {
    return new RowCodec(Arrays.asList(columns));
  }

  public List<Column> columns() {
    return columns;
  }

  /** Like {@link #encode(Object[])}. */
  public byte[] encode(List<?> values) {
    return encode(values.toArray());
  }

  /**
   * Returns the encoding of the values, one for each column in order, null for an absent one. A set
   * may be given in any order.
   *
   * @throws IllegalArgumentException if the number of values differs from the number of columns, if
   *     a value is of another class or out of range, or if the compressed texts have more than 64
   *     MiB together
   */
  public byte[] encode(Object[] values) {
    if (values.length != columnArray.length) {
      throw new IllegalArgumentException(
          "a row of " + columnArray.length + " columns cannot take " + values.length + " values");
    }
    int count = values.length;
    while (count > 0 && values[count - 1] == null) {
      count--;
    }
    long capacity = (long) ByteWriter.varintWidth(count) + (count + 7) / 8;
    for (int index = 0; index < count; index++) {
      capacity += sizeOf(columnArray[index].type(), values[index]);
    }
    ByteWriter out = new ByteWriter((int) Math.min(capacity, ByteWriter.LENGTH_MAX));
    out.writeVarint(count);
    for (int start = 0; start < count; start += 8) {
      int bits = 0;
      for (int index = start; index < Math.min(start + 8, count); index++) {
        bits |= values[index] == null ? 0 : 1 << (index - start);
      }
      out.writeByte(bits);
    }
    RowValueWriter writer = new RowValueWriter(out);
    for (int index = 0; index < count; index++) {
      if (values[index] != null) {
        writer.write(columnArray[index], values[index]);
      }
    }
    return out.toArray();
  }

  /**
   * Returns the values, one for each column in order, null for an absent one.
   *
   * @throws IllegalArgumentException if {@code encoded} is not a row of these columns, if it has
   *     more columns, or if its compressed texts expand to more than 64 MiB
   */
  public Object[] decode(byte[] encoded) {
    return decode(encoded, null, columnArray.length, false);
  }

  /**
   * Returns the values of the columns for which {@code wanted} is true, and null for all others.
   * Other values are skipped without being built, expanded or verified.
   *
   * @throws IllegalArgumentException if {@code wanted} does not have one entry for each column, or
   *     if {@link #decode(byte[])} would refuse {@code encoded}
   */
  public Object[] decode(byte[] encoded, boolean[] wanted) {
    return decode(encoded, wanted, end(wanted), false);
  }

  /**
   * Like {@link #decode(byte[], boolean[])}, but also for a row with more columns, which a writer
   * may have appended without the knowledge of this reader: they are skipped.
   *
   * @param wanted null for all columns of this codec
   * @throws IllegalArgumentException as for {@link #decode(byte[], boolean[])}, except for the
   *     number of columns
   */
  public Object[] decodeLeading(byte[] encoded, boolean[] wanted) {
    return decode(encoded, wanted, wanted == null ? columnArray.length : end(wanted), true);
  }

  private int end(boolean[] wanted) {
    if (wanted.length != columnArray.length) {
      throw new IllegalArgumentException(
          "a row of " + columnArray.length + " columns has no projection of " + wanted.length);
    }
    int end = wanted.length;
    while (end > 0 && !wanted[end - 1]) {
      end--;
    }
    return end;
  }

  private Object[] decode(byte[] encoded, boolean[] wanted, int end, boolean leading) {
    ByteReader in = new ByteReader(encoded, 0);
    int count = readCount(in, leading ? COLUMNS_MAX : columnArray.length);
    int bitmap = readBitmap(in, count);
    Object[] values = new Object[columnArray.length];
    int last = Math.min(count, end);
    for (int index = 0; index < last; index++) {
      if ((encoded[bitmap + index / 8] >> (index % 8) & 1) == 0) {
        continue;
      }
      Column column = columnArray[index];
      int position = in.position();
      try {
        if (wanted == null || wanted[index]) {
          values[index] = RowValueReader.read(in, column.type());
        } else {
          RowValueReader.skip(in, column.type());
        }
      } catch (IllegalArgumentException fault) {
        throw new IllegalArgumentException(
            "cannot decode column '"
                + column.name()
                + "' ("
                + column.type()
                + ") at byte "
                + position
                + " of a row of "
                + encoded.length
                + " bytes: "
                + fault.getMessage(),
            fault);
      }
    }
    if (wanted == null && count <= columnArray.length && in.remaining() != 0) {
      throw new IllegalArgumentException(
          "cannot decode a row of "
              + encoded.length
              + " bytes: its last column ends at byte "
              + in.position());
    }
    return values;
  }

  private int readCount(ByteReader in, int countMax) {
    long count;
    try {
      count = in.readVarint();
    } catch (IllegalArgumentException fault) {
      throw new IllegalArgumentException(
          "cannot decode a row of "
              + in.source().length
              + " bytes: it does not begin with a number of columns",
          fault);
    }
    if (count < 0 || count > countMax) {
      throw new IllegalArgumentException(
          "cannot decode a row of "
              + count
              + " columns with the "
              + columnArray.length
              + " columns of this design; the row is damaged, or a newer design wrote it");
    }
    return (int) count;
  }

  private static int readBitmap(ByteReader in, int count) {
    int length = (count + 7) / 8;
    if (length > in.remaining()) {
      throw new IllegalArgumentException(
          "cannot decode a row of " + in.source().length + " bytes: it ends before its columns");
    }
    int start = in.skip(length);
    if (count % 8 != 0 && (in.source()[start + length - 1] & 0xFF) >> (count % 8) != 0) {
      throw new IllegalArgumentException(
          "cannot decode a row of " + count + " columns: its bitmap names further columns");
    }
    return start;
  }

  /**
   * Returns the approximate number of bytes of a value in a row; exact for ASCII text, an upper
   * estimate for compressed text, and zero for null.
   */
  public static int sizeOf(ColumnType type, Object value) {
    return (int) Math.min(ByteWriter.LENGTH_MAX, RowValueWriter.estimate(type, value));
  }
}
