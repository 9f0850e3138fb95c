package org.portolan.migrate.value;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;

/**
 * The conversion between a column of a database and one of a design. It is exact: {@link #toSql} of
 * what {@link #toDesign} returns is an equal value, and whatever would not be is rejected.
 * Immutable and thread-safe.
 *
 * @param sql what the column of the database holds
 * @param element what its elements are, of an array
 * @param bits the digits of {@link SqlKind#BITS}
 * @param type of the design's column
 * @param zone of dates that have none
 * @param zeroDatesAreNull whether a date of zeros becomes null instead of being rejected
 */
public record Conversion(
    SqlKind sql,
    SqlKind element,
    int bits,
    ColumnType type,
    ZoneId zone,
    boolean zeroDatesAreNull) {

  /** Returns whether values of this kind may fit the type at all. */
  public boolean isPossible() {
    if (type instanceof CollectionType) {
      return (sql == SqlKind.WORDS && isPossible(SqlKind.TEXT, type.element()))
          || (sql == SqlKind.ARRAY && isPossible(element, type.element()));
    }
    return isPossible(sql, type.element());
  }

  private static boolean isPossible(SqlKind sql, ScalarType type) {
    boolean text = type.kind() == Kind.TEXT || type.kind() == Kind.COMPRESSED_TEXT;
    return switch (sql) {
      case WHOLE, DECIMAL ->
          text
              || type.kind() == Kind.INT
              || type.kind() == Kind.LONG
              || type.kind() == Kind.DECIMAL
              || type.kind() == Kind.BOOLEAN;
      case REAL, DOUBLE ->
          text
              || type.kind() == Kind.INT
              || type.kind() == Kind.LONG
              || type.kind() == Kind.DECIMAL;
      case BOOLEAN ->
          text
              || type.kind() == Kind.BOOLEAN
              || type.kind() == Kind.INT
              || type.kind() == Kind.LONG;
      case BITS ->
          text
              || type.kind() == Kind.BOOLEAN
              || type.kind() == Kind.INT
              || type.kind() == Kind.LONG;
      case TEXT -> true;
      case UUID -> text || type.kind() == Kind.BYTES;
      case BYTES -> text || type.kind() == Kind.BYTES;
      case DATE, TIMESTAMP, MOMENT -> text || type.kind() == Kind.TIMESTAMP;
      case WORDS -> text;
      case ARRAY, ROW -> false;
    };
  }

  /** Returns whether the type of the design is a set, whose elements have no order. */
  public boolean isToSet() {
    return type instanceof CollectionType collection
        && collection.kind() == CollectionType.Kind.SET;
  }

  /** Returns a type that holds all values of the column. */
  public String widest() {
    return switch (sql) {
      case ARRAY ->
          "list of "
              + switch (element) {
                case WHOLE -> "long";
                case BOOLEAN -> "boolean";
                case BYTES -> "bytes";
                default -> "text";
              };
      case BYTES -> "bytes";
      default -> "text";
    };
  }

  /**
   * Returns the value of the design.
   *
   * @param raw of the class of the kind, an {@link Unfit}, an {@link Unmovable}, or null
   * @throws RejectedValueException if it does not fit
   */
  public Object toDesign(Object raw) {
    if (raw == null || (zeroDatesAreNull && raw instanceof Unfit unfit && unfit.zero())) {
      return null;
    }
    if (raw instanceof Unmovable unmovable) {
      throw new RejectedValueException(unmovable.reason());
    }
    if (!(type instanceof CollectionType collection)) {
      return scalar(sql, type.element(), raw);
    }
    if (raw instanceof Unfit unfit) {
      throw new RejectedValueException(
          "has arrays as elements, as in "
              + unfit
              + ", and no "
              + type
              + " can hold them; let a table of the database have the elements");
    }
    List<Object> elements = new ArrayList<>();
    for (Object each : (Collection<?>) raw) {
      if (each == null) {
        throw new RejectedValueException(
            "an element is null, and no "
                + type
                + " can hold it; remove it, or let a table of the database have the elements");
      }
      elements.add(scalar(sql == SqlKind.ARRAY ? element : SqlKind.TEXT, type.element(), each));
    }
    if (collection.kind() == CollectionType.Kind.LIST) {
      return elements;
    }
    LinkedHashSet<Object> set = new LinkedHashSet<>(elements);
    if (set.size() < elements.size()) {
      throw new RejectedValueException("an element is there twice, and a set cannot hold it twice");
    }
    return set;
  }

  private Object scalar(SqlKind kind, ScalarType target, Object raw) {
    return switch (target.kind()) {
      case TEXT, COMPRESSED_TEXT -> text(raw);
      case INT, LONG, DECIMAL -> Numbers.toDesign(kind, target, raw);
      case BOOLEAN -> truth(raw);
      case TIMESTAMP -> Times.toDesign(raw, zone);
      case BYTES -> bytes(kind, raw);
    };
  }

  private static String text(Object raw) {
    if (raw instanceof String text) {
      return wellFormed(text);
    }
    if (raw instanceof Bytes bytes) {
      return decoded(bytes);
    }
    if (raw instanceof Collection<?> words) {
      return wellFormed(String.join(",", words.stream().map(String::valueOf).toList()));
    }
    return raw instanceof BigDecimal number ? number.toPlainString() : raw.toString();
  }

  private static String wellFormed(String text) {
    for (int at = 0; at < text.length(); at++) {
      char each = text.charAt(at);
      if (!Character.isSurrogate(each)) {
        continue;
      }
      if (Character.isLowSurrogate(each)
          || at + 1 == text.length()
          || !Character.isLowSurrogate(text.charAt(++at))) {
        throw new RejectedValueException("has half a character (a lone surrogate)");
      }
    }
    return text;
  }

  private static String decoded(Bytes bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.unsafeArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new RejectedValueException(
          "its bytes are not UTF-8, so they are no text; make the column of the design bytes");
    }
  }

  private static Boolean truth(Object raw) {
    if (raw instanceof Boolean truth) {
      return truth;
    }
    String text = raw.toString();
    if (text.equals("1") || text.equals("true")) {
      return true;
    }
    if (text.equals("0") || text.equals("false")) {
      return false;
    }
    throw new RejectedValueException("is neither true nor false, 1 nor 0");
  }

  private static Bytes bytes(SqlKind kind, Object raw) {
    if (raw instanceof Bytes bytes) {
      return bytes;
    }
    if (kind == SqlKind.UUID) {
      UUID id = UUID.fromString((String) raw);
      return Bytes.wrap(
          ByteBuffer.allocate(16)
              .putLong(id.getMostSignificantBits())
              .putLong(id.getLeastSignificantBits())
              .array());
    }
    return Bytes.wrap(wellFormed(raw.toString()).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the value for the column of the database: of the class of its kind, or a {@link String}
   * that the database reads itself.
   *
   * @param value of the design, or null
   * @throws RejectedValueException if the kind has no such value
   */
  public Object toSql(Object value) {
    if (value == null) {
      return null;
    }
    if (!(value instanceof Collection<?> elements)) {
      return scalarToSql(sql, value);
    }
    List<Object> raw = new ArrayList<>();
    elements.forEach(
        each -> raw.add(scalarToSql(sql == SqlKind.ARRAY ? element : SqlKind.TEXT, each)));
    return raw;
  }

  private Object scalarToSql(SqlKind kind, Object value) {
    return switch (kind) {
      case WHOLE, DECIMAL, REAL, DOUBLE -> Numbers.toSql(kind, value);
      case BOOLEAN -> truth(value);
      case BITS -> bits(value);
      case TEXT -> value instanceof Bytes bytes ? decoded(bytes) : text(value);
      case UUID -> value instanceof Bytes bytes ? uuid(bytes) : value;
      case BYTES -> bytes(kind, value);
      case DATE, TIMESTAMP, MOMENT -> Times.toSql(kind, value, zone);
      case WORDS -> words((String) value);
      case ARRAY -> throw new RejectedValueException("is one value, not an array");
      case ROW -> throw new RejectedValueException("is no row, whatever its text is");
    };
  }

  private String bits(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? "1" : "0";
    }
    if (value instanceof Number number) {
      String digits = Long.toBinaryString(number.longValue());
      if (number.longValue() < 0 || digits.length() > bits) {
        throw new RejectedValueException("does not fit into " + bits + " bits");
      }
      return "0".repeat(bits - digits.length()) + digits;
    }
    return value.toString();
  }

  /** Returns the members of a set; the last one may be an empty text. */
  public static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
  }

  private static String uuid(Bytes bytes) {
    if (bytes.length() != 16) {
      throw new RejectedValueException("is no UUID: it has " + bytes.length() + " bytes, not 16");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes.unsafeArray());
    return new UUID(buffer.getLong(), buffer.getLong()).toString();
  }
}
