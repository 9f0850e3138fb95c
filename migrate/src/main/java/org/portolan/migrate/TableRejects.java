package org.portolan.migrate;

import java.util.List;
import java.util.stream.Stream;
import org.portolan.migrate.RowWriter.Refusal;
import org.portolan.migrate.sql.SqlColumn;

/** The lines of one table in the file of rejected rows, in the table's own names. Thread-safe. */
final class TableRejects {
  private final TablePlan plan;
  private final Rejects rejects;
  private final List<String> names;
  private final List<String> key;

  TableRejects(TablePlan plan, Rejects rejects) {
    this.plan = plan;
    this.rejects = rejects;
    this.names = plan.query().columns().stream().map(SqlColumn::name).toList();
    this.key =
        plan.table().keys().isEmpty()
            ? plan.query().order().stream().map(SqlColumn::name).toList()
            : plan.table().keys().get(0);
  }

  /** Writes a line for each row of the table that a refused row of the design was made from. */
  void add(Refusal refusal) {
    if (!plan.isElements()) {
      add(refusal.row().raw(), refusal.column(), refusal.reason());
      return;
    }
    // The row has all elements of one owner; the table has a row for each.
    for (Object[] element : refusal.row().elements()) {
      add(element, refusal.column(), refusal.reason());
    }
  }

  /**
   * Writes a line.
   *
   * @param raw the row as it was read
   * @param column of the table or the design; empty if no single one is to blame
   */
  void add(Object[] raw, String column, String reason) {
    rejects.add(plan.name(), key, source(column), reason, names, raw);
  }

  /** Returns the column of the table that is the source of one of the design. */
  private String source(String column) {
    return Stream.of(plan.key(), plan.itemKey(), plan.values())
        .flatMap(List::stream)
        .filter(field -> field.name().equals(column) && field.place() >= 0)
        .map(field -> plan.query().columns().get(field.place()).name())
        .findFirst()
        .orElse(column);
  }
}
