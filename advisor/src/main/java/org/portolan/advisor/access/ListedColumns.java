package org.portolan.advisor.access;

import java.util.List;

/** Comparisons of columns with a list. */
final class ListedColumns {
  private ListedColumns() {}

  /** Notes columns that are compared with a list of values, or together with one of tuples. */
  static void add(PathBuilder path, List<Scope.Ref> columns, boolean tuples) {
    UseBuilder first = columns.get(0).use();
    boolean together =
        tuples
            && columns.stream().allMatch(ref -> ref.use() == first)
            && columns.stream().noneMatch(ref -> ref.use().listed.contains(ref.column()))
            && columns.stream().distinct().count() == columns.size();
    if (together) {
      first.together.add(columns.stream().map(Scope.Ref::column).toList());
    }
    if (columns.stream().anyMatch(ref -> ref.use() != first)) {
      path.tell(Untold.SEVERAL_TABLES);
    }
    for (Scope.Ref column : columns) {
      if (tuples && !together && column.use().listed.contains(column.column())) {
        column.use().filter(column.column());
        continue;
      }
      column.use().condition(TableUse.Form.LISTED, column.column());
      if (tuples && !together) {
        column.use().filter(column.column());
      }
    }
  }
}
