package org.portolan.migrate;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.portolan.migrate.value.Unfit;
import org.portolan.types.Bytes;

/** The values of keys as text in notes: a letter for the class, a colon, and the value. */
final class KeyText {
  /** Ranges have no null in their keys, but a row that does not fit may. */
  private static final String NULL = "z:";

  private KeyText() {}

  static List<String> write(List<Object> key) {
    return key.stream().map(KeyText::write).toList();
  }

  private static String write(Object value) {
    if (value == null) {
      return NULL;
    }
    char letter =
        value instanceof String
            ? 's'
            : value instanceof Long
                ? 'n'
                : value instanceof BigDecimal
                    ? 'd'
                    : value instanceof Bytes
                        ? 'b'
                        : value instanceof LocalDate
                            ? 'D'
                            : value instanceof LocalDateTime
                                ? 'T'
                                : value instanceof Instant
                                    ? 'M'
                                    : value instanceof Unfit ? 'u' : 'o';
    return letter + ":" + value;
  }

  static List<Object> read(List<String> texts) {
    return texts.stream().map(KeyText::read).toList();
  }

  private static Object read(String text) {
    String value = text.substring(2);
    return switch (text.charAt(0)) {
      case 's' -> value;
      case 'n' -> Long.valueOf(value);
      case 'd' -> new BigDecimal(value);
      case 'b' -> Bytes.ofHex(value);
      case 'D' -> LocalDate.parse(value);
      case 'T' -> LocalDateTime.parse(value);
      case 'M' -> Instant.parse(value);
      case 'z' -> null;
      case 'u' -> new Unfit(value, false);
      default -> Boolean.valueOf(value);
    };
  }
}
