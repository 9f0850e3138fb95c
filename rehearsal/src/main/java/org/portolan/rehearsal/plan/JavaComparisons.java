package org.portolan.rehearsal.plan;

import java.util.List;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.types.Collation;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/**
 * Writes comparisons of a value that was found with one of the statement as Java, as the store
 * compares them. The value of the statement may be null, with which nothing agrees, and from which
 * nothing differs.
 */
final class JavaComparisons {
  private JavaComparisons() {}

  /** Returns the condition that two values are equal; it is part of an AND, or all of a lambda. */
  static String equal(String found, String wanted, ScalarType type, Collation collation) {
    return areEqualAsObjects(type, collation)
        ? found + ".equals(" + wanted + ")"
        : isThere(wanted) + order(found, wanted, type, collation) + " == 0";
  }

  /** Returns the condition that two values differ. */
  static String differs(String found, String other, ScalarType type, Collation collation) {
    return isThere(other)
        + (areEqualAsObjects(type, collation)
            ? "!" + found + ".equals(" + other + ")"
            : order(found, other, type, collation) + " != 0");
  }

  /** Returns the condition that a value is in a list. */
  static String listed(String found, String list, ScalarType type, Collation collation) {
    return list + ".stream().anyMatch(value -> " + equal(found, "value", type, collation) + ")";
  }

  /** Returns the condition that a value differs from all of a list. */
  static String unlisted(String found, String list, ScalarType type, Collation collation) {
    return list + ".stream().allMatch(value -> " + differs(found, "value", type, collation) + ")";
  }

  /** Returns the condition that a value is on the side of an end of a range. */
  static String within(
      String found, String limit, TableUse.End end, ScalarType type, Collation collation) {
    return isThere(limit) + order(found, limit, type, collation) + " " + end.operator() + " 0";
  }

  /** Returns the condition that a text begins with another one. */
  static String begins(String text, String beginning, Collation collation) {
    return isThere(beginning)
        + (collation == Collation.BINARY
            ? text + ".startsWith(" + beginning + ")"
            : "IntStream.rangeClosed(0, "
                + text
                + ".length()).anyMatch(end -> Collations.compare(Collation."
                + collation
                + ", "
                + text
                + ".substring(0, end), "
                + beginning
                + ") == 0)");
  }

  private static String isThere(String value) {
    boolean constant =
        Character.isDigit(value.charAt(0)) || value.equals("true") || value.equals("false");
    return constant ? "" : value + " != null && ";
  }

  private static boolean areEqualAsObjects(ScalarType type, Collation collation) {
    return type.kind() != ScalarType.Kind.DECIMAL && collation == Collation.BINARY;
  }

  private static String order(String left, String right, ScalarType type, Collation collation) {
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT ->
          collation == Collation.BINARY
              ? "Values.compare(ScalarType.TEXT, " + left + ", " + right + ")"
              : "Collations.compare(Collation." + collation + ", " + left + ", " + right + ")";
      case BYTES -> "Values.compare(ScalarType.BYTES, " + left + ", " + right + ")";
      default -> left + ".compareTo(" + right + ")";
    };
  }

  /**
   * Returns the greatest lower end of a range, or the least upper one; null if all are, where a
   * read may begin anywhere, since no row agrees. A decimal has the digits of its column: the first
   * value that is in the range, or the last before it.
   *
   * @param included whether what is read may have this value
   */
  static String narrowest(
      List<String> ends, boolean lower, boolean included, PlannedColumn column, ColumnType type) {
    boolean one = ends.size() == 1;
    String end =
        one
            ? ends.get(0)
            : "Stream.of("
                + String.join(", ", ends)
                + ").filter(end -> end != null)"
                + (lower ? ".max(" : ".min(")
                + "(left, right) -> "
                + order("left", "right", (ScalarType) type, column.collation())
                + ")";
    if (!JavaText.isDecimal(type)) {
      return one ? end : end + ".orElse(null)";
    }
    return (one ? "Optional.ofNullable(" + end + ")" : end)
        + ".map(end -> end.setScale("
        + ((ScalarType) type).scale()
        + (lower == included ? ", RoundingMode.CEILING)" : ", RoundingMode.FLOOR)")
        + ").orElse(null)";
  }
}
