package org.portolan.advisor.access;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;

/**
 * The column that an assignment changes.
 *
 * @param element whether it sets an element of an array or a document, or a part of a row, and
 *     keeps the rest
 */
record AssignedColumn(UseBuilder use, String column, boolean element) {
  /**
   * Returns that of a name.
   *
   * @param target the table that the statement changes
   */
  static AssignedColumn of(Column name, UseBuilder target, PathBuilder path, Scope scope) {
    if (!Words.isQualified(name)) {
      return new AssignedColumn(
          target, target.column(name.getUnquotedColumnName()), isElement(name));
    }
    // In addr.street, addr may be a column whose values are rows.
    List<String> names =
        Stream.of(name.getTable().getUnquotedSchemaName(), name.getTable().getUnquotedName())
            .filter(Objects::nonNull)
            .toList();
    if (names.stream().allMatch(table -> scope.source(table) == null) && target.has(names.get(0))) {
      return new AssignedColumn(target, target.column(names.get(0)), true);
    }
    Scope.Ref ref = path.resolve(name, scope);
    UseBuilder use = ref == null ? target : ref.use();
    return new AssignedColumn(use, use.column(name.getUnquotedColumnName()), isElement(name));
  }

  /** Returns whether an expression is an element of a column, as {@code a[1]}. */
  static boolean isElement(Expression expression) {
    return expression instanceof Column column && column.getArrayConstructor() != null;
  }
}
