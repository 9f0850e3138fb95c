package org.portolan.advisor.serve;

import java.util.LinkedHashSet;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.types.ScalarType;

/**
 * The conditions that the lines of Java check on each row that they read: a scalar column compared
 * with values of the statement, or with null. Conditions of other forms are the application's.
 */
public final class LineChecks {
  private LineChecks() {}

  /** Returns the columns of a use whose conditions the lines can check, in a fixed order. */
  public static Set<String> of(TableUse use, PlannedTable table, Shape shape) {
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
            use.opaque().contains(column)
                || !(table.column(column).type() instanceof ScalarType)
                || (use.range().contains(column) && !use.ends().containsKey(column))
                // A null would have been stored as the default.
                || (use.absent().contains(column)
                    && table.column(column).rule().defaultValue().isPresent()));
    return columns;
  }
}
