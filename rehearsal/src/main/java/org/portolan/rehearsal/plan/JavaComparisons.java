package org.portolan.rehearsal.plan;

import java.util.List;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.types.Collation;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/** Writes comparisons of two values as Java, as the store compares them. */
final class JavaComparisons {
  private JavaComparisons() {}

  static String equal(String left, String right, ScalarType type, Collation collation) {
    boolean same = type.kind() != ScalarType.Kind.DECIMAL && collation == Collation.BINARY;
    return same ? left + ".equals(" + right + ")" : order(left, right, type, collation) + " == 0";
  }

  static String order(String left, String right, ScalarType type, Collation collation) {
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT ->
          collation == Collation.BINARY
              ? "Values.compare(ScalarType.TEXT, " + left + ", " + right + ")"
              : "Collations.compare(Collation." + collation + ", " + left + ", " + right + ")";
      case BYTES -> "Values.compare(ScalarType.BYTES, " + left + ", " + right + ")";
      default -> left + ".compareTo(" + right + ")";
    };
  }

  /** Returns the condition that a text begins with another one. */
  static String begins(String text, String beginning, Collation collation) {
    return collation == Collation.BINARY
        ? text + ".startsWith(" + beginning + ")"
        : "IntStream.rangeClosed(0, "
            + text
            + ".length()).anyMatch(end -> Collations.compare(Collation."
            + collation
            + ", "
            + text
            + ".substring(0, end), "
            + beginning
            + ") == 0)";
  }

  /** Returns the greatest lower end of a range, or the least upper one. */
  static String narrowest(List<String> ends, boolean lower, PlannedColumn column, ColumnType type) {
    String end =
        ends.size() == 1
            ? ends.get(0)
            : "Stream.of("
                + String.join(", ", ends)
                + (lower ? ").max(" : ").min(")
                + "(left, right) -> "
                + order("left", "right", (ScalarType) type, column.collation())
                + ").orElseThrow()";
    // Of an end with more digits the read begins before it: each row is compared.
    return JavaText.isDecimal(type)
        ? end
            + ".setScale("
            + ((ScalarType) type).scale()
            + (lower ? ", RoundingMode.FLOOR)" : ", RoundingMode.CEILING)")
        : end;
  }
}
