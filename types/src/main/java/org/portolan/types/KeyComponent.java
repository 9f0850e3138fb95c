package org.portolan.types;

import java.math.BigDecimal;
import java.time.Instant;

/** The encoding of one column of a key. Immutable. */
final class KeyComponent {
  private static final int NULL = 0x00;
  private static final int PRESENT = 0x01;

  private final KeyColumn column;
  private final ScalarType.Kind kind;
  private final boolean collated;

  /** 0xFF where the bytes are complemented, else 0. */
  private final int mask;

  /** The width in bytes, 0 where it depends on the value. */
  private final int width;

  KeyComponent(KeyColumn column) {
    this.column = column;
    kind = column.type().kind();
    collated = column.collation() != Collation.BINARY;
    mask = column.direction() == KeyColumn.Direction.DESCENDING ? 0xFF : 0;
    width =
        switch (kind) {
          case TEXT, COMPRESSED_TEXT, BYTES -> 0;
          case INT -> Integer.BYTES;
          case LONG, TIMESTAMP -> Long.BYTES;
          case BOOLEAN -> 1;
          case DECIMAL -> Decimals.width(column.type().precision());
        };
  }

  KeyColumn column() {
    return column;
  }

  boolean decodable() {
    return !collated;
  }

  /** Returns the length in bytes, exact for all but collated, escaped and non-ASCII content. */
  int estimatedLength(Object value) {
    int tag = column.nullable() ? 1 : 0;
    if (value instanceof String text) {
      return tag + text.length() + 1;
    }
    if (value instanceof Bytes bytes) {
      return tag + bytes.length() + 1;
    }
    return value == null ? tag : tag + width;
  }

  void write(ByteWriter out, Object value) {
    int start = out.position();
    column.requireValue(value);
    if (value == null) {
      out.writeByte(NULL);
    } else {
      if (column.nullable()) {
        out.writeByte(PRESENT);
      }
      writeContent(out, value);
    }
    if (mask != 0) {
      out.complementFrom(start);
    }
  }

  private void writeContent(ByteWriter out, Object value) {
    switch (kind) {
      case TEXT -> writeText(out, (String) value);
      case INT -> out.writeBigEndian((Integer) value ^ Integer.MIN_VALUE, Integer.BYTES);
      case LONG -> out.writeBigEndian((Long) value ^ Long.MIN_VALUE, Long.BYTES);
      case BOOLEAN -> out.writeByte((Boolean) value ? 1 : 0);
      case TIMESTAMP ->
          out.writeBigEndian(
              Values.microseconds(column.name(), (Instant) value) ^ Long.MIN_VALUE, Long.BYTES);
      case DECIMAL -> {
        Decimals.require(column.name(), column.type(), (BigDecimal) value);
        Decimals.write(out, (BigDecimal) value, width);
      }
      case BYTES -> EscapedBytes.write(out, ((Bytes) value).unsafeArray());
      case COMPRESSED_TEXT -> throw new AssertionError("KeyColumn refuses compressed text");
    }
  }

  private void writeText(ByteWriter out, String text) {
    if (collated) {
      Utf8.requireWellFormed(column.name(), text);
      Collations.writeSortKey(out, column.collation(), text);
    } else {
      EscapedBytes.write(out, text, column.name());
    }
  }

  /** Reads the value; the column must be decodable. */
  Object read(ByteReader in) {
    if (!readPresence(in)) {
      return null;
    }
    return switch (kind) {
      case TEXT, COMPRESSED_TEXT -> EscapedBytes.readText(in, mask);
      case INT -> (int) in.readBigEndian(Integer.BYTES, mask) ^ Integer.MIN_VALUE;
      case LONG -> in.readBigEndian(Long.BYTES, mask) ^ Long.MIN_VALUE;
      case BOOLEAN -> readBoolean(in);
      case TIMESTAMP ->
          Timestamps.fromMicroseconds(in.readBigEndian(Long.BYTES, mask) ^ Long.MIN_VALUE);
      case DECIMAL -> Decimals.read(in, column.type(), width, mask);
      case BYTES -> Bytes.wrap(EscapedBytes.readBytes(in, mask));
    };
  }

  void skip(ByteReader in) {
    if (!readPresence(in)) {
      return;
    }
    if (width == 0) {
      EscapedBytes.skip(in, mask);
    } else {
      in.skip(width);
    }
  }

  private boolean readPresence(ByteReader in) {
    if (!column.nullable()) {
      return true;
    }
    int tag = in.readByte() ^ mask;
    if (tag != NULL && tag != PRESENT) {
      throw new IllegalArgumentException("its first byte marks neither a value nor null");
    }
    return tag == PRESENT;
  }

  private Boolean readBoolean(ByteReader in) {
    int value = in.readByte() ^ mask;
    if (value > 1) {
      throw new IllegalArgumentException("a boolean is 0 or 1, not " + value);
    }
    return value == 1;
  }

  int compare(Object left, Object right) {
    int ascending;
    if (left == null || right == null) {
      ascending = Boolean.compare(left != null, right != null);
    } else if (collated) {
      ascending = Collations.compare(column.collation(), (String) left, (String) right);
    } else {
      ascending = Values.compare(column.type(), left, right);
    }
    return mask == 0 ? ascending : -Integer.signum(ascending);
  }
}
