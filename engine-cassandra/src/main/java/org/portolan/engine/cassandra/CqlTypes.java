package org.portolan.engine.cassandra;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.Timestamps;
import org.portolan.types.Values;

/**
 * Column types in CQL: their names, and their values in the form of the native protocol. CQL's own
 * timestamp has milliseconds only, so a timestamp is a tuple of a date and a time of day in UTC,
 * which has nanoseconds, reads well in cqlsh and sorts by time. Sets and lists are frozen: they are
 * written whole, and an empty one is not null. Compressed text has the type text, because Cassandra
 * compresses its files.
 */
final class CqlTypes {
  private static final long MICROSECONDS_PER_DAY = 86_400_000_000L;
  private static final int NANOSECONDS_PER_MICROSECOND = 1_000;
  private static final int DATE_BYTES = 4;
  private static final int TIME_BYTES = 8;

  private CqlTypes() {}

  /** Returns the type's name, as Cassandra itself spells it. */
  static String spelling(ColumnType type) {
    if (type instanceof CollectionType collection) {
      String kind = collection.kind() == CollectionType.Kind.SET ? "set" : "list";
      return "frozen<" + kind + "<" + spelling(collection.element()) + ">>";
    }
    return switch (type.element().kind()) {
      case TEXT, COMPRESSED_TEXT -> "text";
      case INT -> "int";
      case LONG -> "bigint";
      case DECIMAL -> "decimal";
      case BOOLEAN -> "boolean";
      case TIMESTAMP -> "frozen<tuple<date, time>>";
      case BYTES -> "blob";
    };
  }

  /** Returns the protocol's form of a checked value, null for null. */
  static ByteBuffer encode(ColumnType type, Object value) {
    if (value == null) {
      return null;
    }
    if (type instanceof CollectionType collection) {
      return list(
          ((Collection<?>) value)
              .stream().map(each -> encodeScalar(collection.element(), each)).toList());
    }
    return encodeScalar(type.element(), value);
  }

  /** Returns the protocol's form of a list or a set. */
  static ByteBuffer list(List<ByteBuffer> elements) {
    int size = Integer.BYTES;
    for (ByteBuffer element : elements) {
      size += Integer.BYTES + element.remaining();
    }
    ByteBuffer out = ByteBuffer.allocate(size).putInt(elements.size());
    elements.forEach(element -> putSized(out, element));
    return out.flip();
  }

  /** Returns the protocol's form of a tuple. */
  static ByteBuffer tuple(ByteBuffer... components) {
    int size = 0;
    for (ByteBuffer component : components) {
      size += Integer.BYTES + (component == null ? 0 : component.remaining());
    }
    ByteBuffer out = ByteBuffer.allocate(size);
    for (ByteBuffer component : components) {
      putSized(out, component);
    }
    return out.flip();
  }

  private static void putSized(ByteBuffer out, ByteBuffer component) {
    if (component == null) {
      out.putInt(-1);
    } else {
      out.putInt(component.remaining()).put(component.duplicate());
    }
  }

  private static ByteBuffer encodeScalar(ScalarType type, Object value) {
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT ->
          ByteBuffer.wrap(((String) value).getBytes(StandardCharsets.UTF_8));
      case INT -> ByteBuffer.allocate(Integer.BYTES).putInt(0, (Integer) value);
      case LONG -> ofLong((Long) value);
      case BOOLEAN -> ByteBuffer.wrap(new byte[] {(byte) ((Boolean) value ? 1 : 0)});
      case BYTES -> ByteBuffer.wrap(((Bytes) value).unsafeArray());
      case DECIMAL -> {
        BigDecimal decimal = (BigDecimal) value;
        byte[] unscaled = decimal.unscaledValue().toByteArray();
        yield ByteBuffer.allocate(Integer.BYTES + unscaled.length)
            .putInt(decimal.scale())
            .put(unscaled)
            .flip();
      }
      case TIMESTAMP -> {
        long microseconds = Timestamps.toMicroseconds((Instant) value);
        long day = Math.floorDiv(microseconds, MICROSECONDS_PER_DAY);
        long time = Math.floorMod(microseconds, MICROSECONDS_PER_DAY) * NANOSECONDS_PER_MICROSECOND;
        // A date is an unsigned number of days, with the epoch in the middle.
        yield ByteBuffer.allocate(2 * Integer.BYTES + DATE_BYTES + TIME_BYTES)
            .putInt(DATE_BYTES)
            .putInt((int) day + Integer.MIN_VALUE)
            .putInt(TIME_BYTES)
            .putLong(time)
            .flip();
      }
    };
  }

  static ByteBuffer ofLong(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, value);
  }

  static ByteBuffer ofInt(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
  }

  /** Returns the value of a column, null for null; the buffer's position is left as it is. */
  static Object decode(Column column, ByteBuffer encoded) {
    if (encoded == null) {
      return null;
    }
    ByteBuffer in = encoded.duplicate();
    if (!(column.type() instanceof CollectionType collection)) {
      return decodeScalar(column.type().element(), in);
    }
    int count = in.getInt();
    List<Object> elements = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      elements.add(decodeScalar(collection.element(), takeSized(in)));
    }
    boolean set = collection.kind() == CollectionType.Kind.SET;
    return Values.check(column, set ? new LinkedHashSet<>(elements) : elements);
  }

  /** Returns the next component of a tuple or element of a list; it may be null. */
  static ByteBuffer takeSized(ByteBuffer in) {
    int size = in.getInt();
    if (size < 0) {
      return null;
    }
    ByteBuffer component = in.slice(in.position(), size);
    in.position(in.position() + size);
    return component;
  }

  static Object decodeScalar(ScalarType type, ByteBuffer encoded) {
    ByteBuffer in = encoded.duplicate();
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT -> StandardCharsets.UTF_8.decode(in).toString();
      case INT -> in.getInt();
      case LONG -> in.getLong();
      case BOOLEAN -> in.get() != 0;
      case BYTES -> Bytes.wrap(rest(in));
      case DECIMAL -> {
        int scale = in.getInt();
        yield new BigDecimal(new BigInteger(rest(in)), scale);
      }
      case TIMESTAMP -> {
        int day = takeSized(in).getInt() - Integer.MIN_VALUE;
        long time = takeSized(in).getLong() / NANOSECONDS_PER_MICROSECOND;
        // Starts from the next day, nearer to zero: the earliest timestamps overflow otherwise.
        long microseconds =
            day < 0
                ? (day + 1) * MICROSECONDS_PER_DAY + (time - MICROSECONDS_PER_DAY)
                : day * MICROSECONDS_PER_DAY + time;
        yield Timestamps.fromMicroseconds(microseconds);
      }
    };
  }

  private static byte[] rest(ByteBuffer in) {
    byte[] content = new byte[in.remaining()];
    in.get(content);
    return content;
  }
}
