package org.portolan.engine.hbase;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.types.Column;
import org.portolan.types.RowCodec;
import org.portolan.types.ScalarType;
import org.portolan.types.Timestamps;
import org.portolan.types.Values;

/**
 * The value of one column as the value of one cell, readable by HBase's own tools: text in UTF-8,
 * numbers, booleans and decimals as {@code org.apache.hadoop.hbase.util.Bytes} writes them,
 * timestamps as microseconds since the epoch in the same form, bytes as they are; compressed text,
 * sets and lists as a {@link RowCodec} row of this one column.
 *
 * <p>Null is a cell too, so that every write of a family replaces each of its columns: the single
 * byte 0xFF, which begins no UTF-8 text and is not a value of any other type. No cell is empty,
 * since HBase's conditions treat an empty cell as absent: empty text is 0xFF 0x01, and bytes that
 * are empty or begin with 0xFF get these two bytes in front. Immutable and thread-safe.
 */
final class CellCodec {
  private static final byte MARK = (byte) 0xFF;
  private static final byte[] NULL = {MARK};
  private static final byte[] EMPTY = {MARK, 1};

  private enum Form {
    TEXT,
    BYTES,
    INT,
    LONG,
    BOOLEAN,
    TIMESTAMP,
    DECIMAL,
    PACKED
  }

  private final Column column;
  private final Form form;
  private final RowCodec packed;

  CellCodec(Column column) {
    this.column = column;
    form = form(column);
    packed = form == Form.PACKED ? RowCodec.of(column) : null;
  }

  private static Form form(Column column) {
    if (!(column.type() instanceof ScalarType scalar)) {
      return Form.PACKED;
    }
    return switch (scalar.kind()) {
      case TEXT -> Form.TEXT;
      case BYTES -> Form.BYTES;
      case INT -> Form.INT;
      case LONG -> Form.LONG;
      case BOOLEAN -> Form.BOOLEAN;
      case TIMESTAMP -> Form.TIMESTAMP;
      case DECIMAL -> Form.DECIMAL;
      case COMPRESSED_TEXT -> Form.PACKED;
    };
  }

  Column column() {
    return column;
  }

  /** Whether every value takes only a few bytes. */
  boolean isSmall() {
    return form != Form.TEXT && form != Form.BYTES && form != Form.PACKED;
  }

  /**
   * @throws IllegalArgumentException if the value does not fit the column
   */
  byte[] encode(Object value) {
    if (value == null) {
      return NULL;
    }
    if (form == Form.PACKED) {
      return packed.encode(new Object[] {value});
    }
    Values.check(column, value);
    return switch (form) {
      case TEXT -> marked(((String) value).getBytes(StandardCharsets.UTF_8));
      case BYTES -> marked(((org.portolan.types.Bytes) value).unsafeArray());
      case INT -> Bytes.toBytes((int) value);
      case LONG -> Bytes.toBytes((long) value);
      // HBase's Bytes writes true as 0xFF, which is the mark for null, but it also reads 1 as true.
      case BOOLEAN -> new byte[] {(byte) ((boolean) value ? 1 : 0)};
      case TIMESTAMP -> Bytes.toBytes(Timestamps.toMicroseconds((Instant) value));
      case DECIMAL -> Bytes.toBytes((BigDecimal) value);
      case PACKED -> throw new IllegalStateException("packed above");
    };
  }

  private static byte[] marked(byte[] content) {
    if (content.length > 0 && content[0] != MARK) {
      return content;
    }
    byte[] marked = Arrays.copyOf(EMPTY, EMPTY.length + content.length);
    System.arraycopy(content, 0, marked, EMPTY.length, content.length);
    return marked;
  }

  Object decode(byte[] source, int start, int length) {
    if (length == 1 && source[start] == MARK) {
      return null;
    }
    return switch (form) {
      case TEXT -> {
        int skip = markedBytes(source, start, length);
        yield new String(source, start + skip, length - skip, StandardCharsets.UTF_8);
      }
      case BYTES -> {
        int skip = markedBytes(source, start, length);
        yield org.portolan.types.Bytes.wrap(
            Arrays.copyOfRange(source, start + skip, start + length));
      }
      case INT -> Bytes.toInt(source, start, length);
      case LONG -> Bytes.toLong(source, start, length);
      case BOOLEAN -> source[start] != 0;
      case TIMESTAMP -> Timestamps.fromMicroseconds(Bytes.toLong(source, start, length));
      case DECIMAL -> Bytes.toBigDecimal(source, start, length);
      case PACKED -> packed.decode(Arrays.copyOfRange(source, start, start + length))[0];
    };
  }

  private static int markedBytes(byte[] source, int start, int length) {
    return length > 0 && source[start] == MARK ? EMPTY.length : 0;
  }
}
