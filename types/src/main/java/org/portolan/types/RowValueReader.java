package org.portolan.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** Reads the values of a row that {@link RowValueWriter} wrote. */
final class RowValueReader {
  private RowValueReader() {}

  static Object read(ByteReader in, ColumnType type) {
    if (type instanceof ScalarType scalar) {
      return readScalar(in, scalar);
    }
    int length = in.readLength();
    int end = in.position() + length;
    int count = in.readLength();
    if (count > end - in.position()) {
      throw new IllegalArgumentException(
          count + " elements do not fit into " + (end - in.position()) + " bytes");
    }
    CollectionType collection = (CollectionType) type;
    if (EncodedList.takes(collection)) {
      List<Object> list = EncodedList.read(in, type.element(), count);
      requireEnd(in, end);
      return list;
    }
    Object[] elements = new Object[count];
    for (int index = 0; index < count; index++) {
      elements[index] = readScalar(in, type.element());
    }
    requireEnd(in, end);
    if (collection.kind() == CollectionType.Kind.SET
        && !AscendingSet.isAscending(type.element(), elements)) {
      throw new IllegalArgumentException("the elements of a set do not ascend");
    }
    return Values.ofElements(collection, elements);
  }

  private static void requireEnd(ByteReader in, int end) {
    if (in.position() != end) {
      throw new IllegalArgumentException("the elements do not end at the recorded length");
    }
  }

  private static Object readScalar(ByteReader in, ScalarType type) {
    return switch (type.kind()) {
      case TEXT -> {
        int length = in.readLength();
        yield Utf8.decode(in.source(), in.skip(length), length);
      }
      case COMPRESSED_TEXT -> Compression.read(in, in.readLength());
      case INT -> readInt(in);
      case LONG -> in.readZigZag();
      case DECIMAL -> readDecimal(in, type);
      case BOOLEAN -> readBoolean(in);
      case TIMESTAMP -> Timestamps.fromMicroseconds(in.readBigEndian(Long.BYTES, 0));
      case BYTES -> {
        int length = in.readLength();
        int start = in.skip(length);
        yield Bytes.wrap(Arrays.copyOfRange(in.source(), start, start + length));
      }
    };
  }

  private static Integer readInt(ByteReader in) {
    long value = in.readZigZag();
    if (value != (int) value) {
      throw new IllegalArgumentException(value + " is no int");
    }
    return (int) value;
  }

  private static Boolean readBoolean(ByteReader in) {
    int value = in.readByte();
    if (value > 1) {
      throw new IllegalArgumentException("a boolean is 0 or 1, not " + value);
    }
    return value == 1;
  }

  private static BigDecimal readDecimal(ByteReader in, ScalarType type) {
    int length = in.readLength();
    if (length == 0 || length > Decimals.width(type.precision())) {
      throw new IllegalArgumentException("a " + type + " does not have " + length + " bytes");
    }
    return Decimals.of(new BigInteger(in.source(), in.skip(length), length), type);
  }

  /** Passes over a value without building it. */
  static void skip(ByteReader in, ColumnType type) {
    if (type instanceof CollectionType) {
      in.skip(in.readLength());
      return;
    }
    switch (((ScalarType) type).kind()) {
      case TEXT, COMPRESSED_TEXT, DECIMAL, BYTES -> in.skip(in.readLength());
      case INT, LONG -> in.readVarint();
      case BOOLEAN -> in.skip(1);
      case TIMESTAMP -> in.skip(Long.BYTES);
    }
  }
}
