package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
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
  private static final int FORGOTTEN_SHOWN = 20;

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
    noteForgotten(mapping, source, notes);
    if (!problems.isEmpty()) {
      throw new MigrateException(
          "the mapping does not fit the database and the design; nothing was moved\n  "
              + String.join("\n  ", problems));
    }
    return new MigrationPlan(mapping, tables, notes);
  }

  /** Adds a note of the tables that the mapping does not name. */
  private static void noteForgotten(Mapping mapping, Source source, List<String> notes) {
    Set<String> named = new HashSet<>();
    for (TableMapping table : mapping.tables()) {
      String name = table.table().toLowerCase(Locale.ROOT);
      named.add(name);
      named.add(name.substring(name.lastIndexOf('.') + 1));
    }
    List<String> forgotten =
        source.tables().stream()
            .filter(name -> !named.contains(name.toLowerCase(Locale.ROOT)))
            .toList();
    if (forgotten.isEmpty()) {
      return;
    }
    List<String> shown = new ArrayList<>();
    for (String name : forgotten.subList(0, Math.min(FORGOTTEN_SHOWN, forgotten.size()))) {
      OptionalLong rows = source.estimate(source.table(name));
      shown.add(
          name
              + (rows.isPresent()
                  ? String.format(Locale.ROOT, " (about %,d rows)", rows.getAsLong())
                  : ""));
    }
    int left = forgotten.size() - shown.size();
    notes.add(
        "not in the mapping, and not moved: "
            + String.join(", ", shown)
            + (left > 0 ? " and " + left + " more" : ""));
  }
}
