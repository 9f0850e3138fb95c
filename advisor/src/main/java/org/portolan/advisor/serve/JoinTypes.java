package org.portolan.advisor.serve;

import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.schema.ColumnType.Family;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.types.ScalarType;

/**
 * Whether the two columns of a join are compared by a key or an index as the database compares
 * them. MySQL compares a text with a number as numbers, so that '12', '012' and '12a' equal 12: no
 * key that is made of one of them finds the others. Texts of two collations are compared by one of
 * them, that with _bin if there is one; a key or an index compares by its own.
 */
public final class JoinTypes {
  private JoinTypes() {}

  /** Returns whether equal values of a join have equal keys. */
  public static boolean agree(
      PlannedTable left, String leftColumn, PlannedTable right, String rightColumn) {
    return form(left, leftColumn).equals(form(right, rightColumn));
  }

  /** As {@link #agree}, of a path whose tables a draft knows. */
  static boolean agree(Draft draft, AccessPath path, JoinPredicate join) {
    return agree(
        draft.tables().get(path.tables().get(join.left()).table()),
        join.leftColumn(),
        draft.tables().get(path.tables().get(join.right()).table()),
        join.rightColumn());
  }

  /** Returns whether the columns of a join that does not agree are texts of two collations. */
  static boolean areOfTwoCollations(Draft draft, AccessPath path, JoinPredicate join) {
    return isText(draft.tables().get(path.tables().get(join.left()).table()), join.leftColumn())
        && isText(draft.tables().get(path.tables().get(join.right()).table()), join.rightColumn());
  }

  /** Whether a column is one of texts; a date, which is kept as a text, is none. */
  private static boolean isText(PlannedTable table, String column) {
    return table.column(column).type() instanceof ScalarType type
        && LineChecks.isText(type)
        && table.column(column).source().type().family() != Family.TIME;
  }

  /** The form of the values: those of one form are converted exactly, those of two are not. */
  private static String form(PlannedTable table, String column) {
    if (!(table.column(column).type() instanceof ScalarType type)) {
      return "collection";
    }
    return switch (type.kind()) {
      case INT, LONG, DECIMAL -> "number";
      case TEXT, COMPRESSED_TEXT ->
          isText(table, column) ? "text " + table.column(column).collation() : "time";
      default -> type.kind().name();
    };
  }
}
