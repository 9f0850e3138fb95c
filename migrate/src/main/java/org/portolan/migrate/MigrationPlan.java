package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import org.portolan.design.Design;
import org.portolan.design.Mapping;
import org.portolan.design.TableMapping;
import org.portolan.migrate.sql.Source;

/**
 * What becomes of each table, in the order in which they are moved: owners before their parts and
 * items, and rows after those that they refer to, as far as they do not refer to each other in a
 * ring.
 *
 * @param notes what is not moved, for people
 */
record MigrationPlan(Mapping mapping, List<TablePlan> tables, List<String> notes) {
  MigrationPlan {
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }

  /**
   * Compares a mapping with a database and a design.
   *
   * @throws MigrateException if they do not fit; the message lists all problems, one a line
   */
  static MigrationPlan of(Mapping mapping, Design design, Source source) {
    List<String> problems = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<TablePlan> tables = new ArrayList<>();
    TableOrder order = new TableOrder(mapping, design);
    for (TableMapping table : order.tables()) {
      TablePlanner planner =
          new TablePlanner(mapping, design, table, order.isLate(table), problems, notes);
      planner.plan(source, tables.size()).ifPresent(tables::add);
    }
    for (TableMapping table : mapping.tables()) {
      if (table instanceof TableMapping.Skipped skipped) {
        notes.add("table " + skipped.table() + " is not moved: " + skipped.reason());
      }
    }
    if (!problems.isEmpty()) {
      throw new MigrateException(
          "the mapping does not fit the database and the design; nothing was moved\n  "
              + String.join("\n  ", problems));
    }
    return new MigrationPlan(mapping, tables, notes);
  }
}
