package org.portolan.advisor.serve;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/**
 * The conditions that the lines of Java check on each row that they read: a scalar column compared
 * with values of the statement, or with null. Conditions of other forms are the application's.
 */
public final class LineChecks {
  private static final String LEFT = "the application checks ";

  private LineChecks() {}

  /** Returns the columns of a use whose conditions the lines all check, in a fixed order. */
  public static Set<String> of(TableUse use, PlannedTable table, Shape shape) {
    Set<String> columns = known(use, table, shape);
    if (shape instanceof Shape.Elements elements
        && use.role() == TableUse.Role.DELETED
        && isCompared(use, elements.element(), table)) {
      // The lines remove the elements that meet the conditions.
      columns.add(elements.element());
    }
    columns.removeAll(use.opaque());
    return columns;
  }

  private static boolean isCompared(TableUse use, String column, PlannedTable table) {
    return !isBeginning(use, column) || isText(table.column(column).type());
  }

  /** Returns the note that leaves the conditions on some columns to the application. */
  static String left(Set<String> columns) {
    return LEFT + String.join(", ", columns);
  }

  /** Returns whether notes leave the conditions on a column to the application. */
  public static boolean isLeft(List<String> notes, String column) {
    return notes.stream()
        .filter(note -> note.startsWith(LEFT))
        .anyMatch(note -> List.of(note.substring(LEFT.length()).split(", ")).contains(column));
  }

  /** Returns whether the beginning of LIKE is all that compares a column by order. */
  public static boolean isBeginning(TableUse use, String column) {
    return use.range().contains(column) && !use.ends().containsKey(column);
  }

  /** Returns whether values are texts, whose beginning can be compared. */
  public static boolean isText(ColumnType type) {
    return type instanceof ScalarType scalar
        && (scalar.kind() == ScalarType.Kind.TEXT
            || scalar.kind() == ScalarType.Kind.COMPRESSED_TEXT);
  }

  /** Returns the same with the columns in further conditions, of which nothing is known. */
  public static Set<String> known(TableUse use, PlannedTable table, Shape shape) {
    Set<String> columns = new LinkedHashSet<>();
    if (shape instanceof Shape.Elements) {
      return columns;
    }
    columns.addAll(use.equal());
    columns.addAll(use.listed());
    columns.addAll(use.range());
    columns.addAll(use.absent());
    columns.addAll(use.present());
    columns.addAll(use.unequal());
    columns.addAll(use.unlisted());
    columns.removeIf(
        column ->
            !(table.column(column).type() instanceof ScalarType)
                || !isCompared(use, column, table)
                // A null would have been stored as the default.
                || (use.absent().contains(column)
                    && table.column(column).rule().defaultValue().isPresent()));
    if (shape instanceof Shape.Items items) {
      // Items do not tell their owner.
      columns.removeAll(items.ownerColumns());
    }
    return columns;
  }
}
