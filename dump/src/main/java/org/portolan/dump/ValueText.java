package org.portolan.dump;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;
import org.portolan.types.Values;

/**
 * The JSON of a value of each column type, as {@code docs/dump-format.md} specifies it. Each value
 * has one form, and {@link #read} returns an equal value from it. Thread-safe.
 */
final class ValueText {
  /** The largest integer up to which every integer is exact as a double, as many tools read it. */
  static final long EXACT_MAX = (1L << 53) - 1;

  private ValueText() {}

  static void write(LineBuffer out, ColumnType type, Object value) {
    if (value == null) {
      out.raw("null");
    } else if (type instanceof ScalarType scalar) {
      scalar(out, scalar, value);
    } else {
      char separator = '[';
      for (Object element : (Collection<?>) value) {
        scalar(out.raw(separator), type.element(), element);
        separator = ',';
      }
      out.raw(separator == '[' ? "[]" : "]");
    }
  }

  private static void scalar(LineBuffer out, ScalarType type, Object value) {
    switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT -> out.text((String) value);
      case INT, BOOLEAN -> out.raw(value.toString());
      case LONG -> {
        long number = (Long) value;
        if (number >= -EXACT_MAX && number <= EXACT_MAX) {
          out.raw(Long.toString(number));
        } else {
          out.raw('"').raw(Long.toString(number)).raw('"');
        }
      }
      case DECIMAL -> out.raw('"').raw(((BigDecimal) value).toPlainString()).raw('"');
      case TIMESTAMP -> out.raw('"').raw(value.toString()).raw('"');
      case BYTES ->
          out.raw('"')
              .raw(Base64.getEncoder().encodeToString(((Bytes) value).unsafeArray()))
              .raw('"');
    }
  }

  /**
   * Reads the value at the parser's current token.
   *
   * @throws IllegalArgumentException if there is no value of the type; the message says what there
   *     is instead
   */
  static Object read(JsonParser in, ColumnType type) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (type instanceof ScalarType scalar) {
      return scalar(in, scalar);
    }
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw wrong(in, type);
    }
    List<Object> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      elements.add(scalar(in, type.element()));
    }
    if (((CollectionType) type).kind() == CollectionType.Kind.LIST) {
      return elements;
    }
    LinkedHashSet<Object> set = new LinkedHashSet<>(elements);
    if (set.size() < elements.size()) {
      throw new IllegalArgumentException("a set has an element twice");
    }
    return set;
  }

  private static Object scalar(JsonParser in, ScalarType type) throws IOException {
    JsonToken token = in.currentToken();
    Kind kind = type.kind();
    if (token == JsonToken.VALUE_STRING) {
      return switch (kind) {
        case TEXT, COMPRESSED_TEXT, LONG, DECIMAL, TIMESTAMP -> Values.parse(type, in.getText());
        case BYTES -> Bytes.wrap(Base64.getDecoder().decode(in.getText()));
        case INT, BOOLEAN -> throw wrong(in, type);
      };
    }
    if (token == JsonToken.VALUE_NUMBER_INT && (kind == Kind.INT || kind == Kind.LONG)) {
      return Values.parse(type, in.getText());
    }
    if (kind == Kind.BOOLEAN && (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE)) {
      return token == JsonToken.VALUE_TRUE;
    }
    throw wrong(in, type);
  }

  private static IllegalArgumentException wrong(JsonParser in, ColumnType type) throws IOException {
    return new IllegalArgumentException(
        "a value of type " + type + " is expected, not the JSON " + abbreviated(in));
  }

  private static String abbreviated(JsonParser in) throws IOException {
    String text = String.valueOf(in.getText());
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
