package org.portolan.advisor.access;

import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import org.portolan.advisor.schema.RelationalSchema;

/** Names in expressions that are no columns of the tables of a statement. */
final class Words {
  private Words() {}

  /** Returns whether a column has the name of a table before it. */
  static boolean isQualified(Column column) {
    Table table = column.getTable();
    return table != null && table.getName() != null && !table.getName().isEmpty();
  }

  /** Returns whether it is the row that an INSERT did not insert, or that a trigger sees. */
  static boolean isPseudoTable(Table table) {
    return switch (Scope.lower(table.getUnquotedName())) {
      case "excluded", "new", "old", "inserted", "deleted" -> true;
      default -> false;
    };
  }

  /** Returns whether it is DUAL, which stands for one row of no table. */
  static boolean isDual(Table table, RelationalSchema schema) {
    return table.getSchemaName() == null
        && Scope.lower(table.getUnquotedName()).equals("dual")
        && schema.table(table.getUnquotedName()).isEmpty();
  }

  /** Returns whether the parser takes this word for a column although it stands for a value. */
  static boolean isValue(String name) {
    return switch (Scope.lower(name)) {
      case "true",
          "false",
          "default",
          "current_date",
          "current_timestamp",
          "current_time",
          "current_user",
          "localtime",
          "localtimestamp",
          "sysdate",
          "rownum",
          "null" ->
          true;
      default -> name.startsWith("@");
    };
  }
}
