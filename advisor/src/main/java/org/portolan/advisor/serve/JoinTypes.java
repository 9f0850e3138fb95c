package org.portolan.advisor.serve;

import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.types.ScalarType;

/**
 * Whether the two columns of a join are compared by a key or an index as the database compares
 * them. MySQL compares a text with a number as numbers, so that '12', '012' and '12a' equal 12: no
 * key that is made of one of them finds the others.
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

  /** The form of the values: those of one form are converted exactly, those of two are not. */
  private static String form(PlannedTable table, String column) {
    if (!(table.column(column).type() instanceof ScalarType type)) {
      return "collection";
    }
    return switch (type.kind()) {
      case INT, LONG, DECIMAL -> "number";
      case TEXT, COMPRESSED_TEXT -> "text";
      default -> type.kind().name();
    };
  }
}
