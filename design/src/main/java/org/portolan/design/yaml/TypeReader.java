package org.portolan.design.yaml;

import java.util.List;
import java.util.Optional;
import org.portolan.types.Spelling;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/** Reads the type of a column. */
final class TypeReader {
  private static final List<String> TYPES =
      List.of("text", "compressed text", "int", "long", "boolean", "timestamp", "bytes");
  private static final String RIGHT =
      "the types are text, compressed text, int, long, decimal(precision,scale), boolean,"
          + " timestamp, bytes, and set of or list of one of these";

  private TypeReader() {}

  /** Returns the type, or text as a stand-in. */
  static ColumnType read(Value value) {
    return value.text(RIGHT).flatMap(text -> parse(value, text)).orElse(ScalarType.TEXT);
  }

  static Optional<ColumnType> parse(Value value, String text) {
    try {
      return Optional.of(ColumnType.parse(text.replaceAll("\\s+", " ")));
    } catch (IllegalArgumentException e) {
      boolean decimal = text.matches(".*decimal\\([^,]*,.*");
      value
          .findings()
          .addUnreadable(
              value.path(),
              decimal ? "'" + text + "': " + e.getMessage() : "'" + text + "' is not a type",
              decimal ? "write for example decimal(10,2)" : hint(text) + RIGHT);
      return Optional.empty();
    }
  }

  private static String hint(String text) {
    return SqlWords.type(text)
            .map(type -> "did you mean '" + type + "'? ")
            .orElseGet(() -> Spelling.hint(text, TYPES))
        + SqlWords.behindType(text);
  }
}
