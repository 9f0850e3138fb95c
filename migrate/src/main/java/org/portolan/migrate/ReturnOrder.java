package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.portolan.migrate.sql.JdbcTarget;

/**
 * The order in which tables are filled where the database checks foreign keys: those first to which
 * others refer. In a ring, one of them comes first. The design knows only some foreign keys.
 */
final class ReturnOrder {
  private final JdbcTarget target;
  private final List<TablePlan> tables;
  private final Set<String> underWay = new HashSet<>();
  private final Set<TablePlan> placed = new LinkedHashSet<>();

  private ReturnOrder(JdbcTarget target, List<TablePlan> tables) {
    this.target = target;
    this.tables = tables;
  }

  static List<TablePlan> of(JdbcTarget target, List<TablePlan> tables) {
    if (target.leavesReferencesUnchecked()) {
      return tables;
    }
    ReturnOrder order = new ReturnOrder(target, tables);
    tables.forEach(order::place);
    return new ArrayList<>(order.placed);
  }

  private void place(TablePlan table) {
    if (!underWay.add(table.table().sql())) {
      return;
    }
    Set<String> before = target.referred(table.table());
    tables.stream().filter(each -> before.contains(each.table().sql())).forEach(this::place);
    placed.add(table);
  }
}
