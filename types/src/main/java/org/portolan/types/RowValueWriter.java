package org.portolan.types;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Writes the values of one row. Not thread-safe. */
final class RowValueWriter {
  /** The longest text whose length is one byte: titles, names, links. */
  private static final int SHORT_CHARS = 127;

  private final ByteWriter out;

  /** The bytes of uncompressed text that the row may still take: readers expand no more. */
  private long inflatable = Compression.LENGTH_MAX_BYTES;

  RowValueWriter(ByteWriter out) {
    this.out = out;
  }

  void write(Column column, Object value) {
    if (column.type() instanceof ScalarType scalar) {
      write(column.name(), scalar, value);
      return;
    }
    if (value instanceof EncodedList encoded && encoded.isOf(column.type())) {
      encoded.write(out);
      return;
    }
    // A list is checked while it is written; a set must be put in order first.
    boolean list = ((CollectionType) column.type()).kind() == CollectionType.Kind.LIST;
    Collection<?> elements =
        (Collection<?>) (list && value instanceof List ? value : Values.check(column, value));
    ScalarType element = column.type().element();
    int mark = out.beginSized();
    out.writeVarint(elements.size());
    for (Object each : elements) {
      write(column.name(), element, each);
    }
    out.endSized(mark);
  }

  void write(String column, ScalarType type, Object value) {
    Values.requireClass(column, type, value);
    switch (type.kind()) {
      case TEXT -> writeText(column, (String) value);
      case COMPRESSED_TEXT -> writeCompressed(column, (String) value);
      case INT -> out.writeZigZag((Integer) value);
      case LONG -> out.writeZigZag((Long) value);
      case DECIMAL -> {
        Decimals.require(column, type, (BigDecimal) value);
        writeSized(((BigDecimal) value).unscaledValue().toByteArray());
      }
      case BOOLEAN -> out.writeByte((Boolean) value ? 1 : 0);
      case TIMESTAMP ->
          out.writeBigEndian(Values.microseconds(column, (Instant) value), Long.BYTES);
      case BYTES -> writeSized(((Bytes) value).unsafeArray());
    }
  }

  private void writeText(String column, String text) {
    if (text.length() > SHORT_CHARS || !writeShortAscii(text)) {
      writeSized(Utf8.encode(column, text));
    }
  }

  /** Writes a short ASCII text directly; if it is not ASCII, writes nothing and returns false. */
  private boolean writeShortAscii(String text) {
    int length = text.length();
    byte[] target = out.reserve(length + 1);
    int position = out.position();
    target[position++] = (byte) length;
    for (int index = 0; index < length; index++) {
      char unit = text.charAt(index);
      if (unit >= 0x80) {
        return false;
      }
      target[position++] = (byte) unit;
    }
    out.position(position);
    return true;
  }

  private void writeSized(byte[] content) {
    out.writeVarint(content.length);
    out.writeBytes(content, content.length);
  }

  private void writeCompressed(String column, String text) {
    byte[] content = Utf8.encode(column, text);
    inflatable -= content.length;
    if (inflatable < 0) {
      throw new IllegalArgumentException(
          "column '"
              + column
              + "' cannot take a text of "
              + content.length
              + " bytes: the compressed texts of a row may have "
              + Compression.LENGTH_MAX_BYTES
              + " bytes together");
    }
    int mark = out.beginSized();
    Compression.write(out, content);
    out.endSized(mark);
  }

  /** Returns the approximate number of bytes that {@link #write} takes; zero for null. */
  static long estimate(ColumnType type, Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof EncodedList encoded) {
      return encoded.encodedLength();
    }
    if (value instanceof Collection<?> elements) {
      long length = ByteWriter.varintWidth(elements.size());
      for (Object element : elements) {
        length += estimate(type.element(), element);
      }
      return length + ByteWriter.varintWidth(length);
    }
    if (value instanceof String text) {
      return sized(text.length())
          + (type.element().kind() == ScalarType.Kind.COMPRESSED_TEXT ? 1 : 0);
    }
    if (value instanceof Bytes bytes) {
      return sized(bytes.length());
    }
    if (value instanceof Integer number) {
      return ByteWriter.varintWidth(((long) number << 1) ^ (number >> 31));
    }
    if (value instanceof Long number) {
      return ByteWriter.varintWidth((number << 1) ^ (number >> 63));
    }
    if (value instanceof BigDecimal decimal) {
      return sized(Decimals.width(Math.min(decimal.precision(), ScalarType.PRECISION_MAX)));
    }
    return value instanceof Boolean ? 1 : Long.BYTES;
  }

  private static long sized(int length) {
    return ByteWriter.varintWidth(length) + (long) length;
  }
}
