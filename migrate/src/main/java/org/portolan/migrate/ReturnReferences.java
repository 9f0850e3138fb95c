package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.portolan.jdbc.DatabaseException;
import org.portolan.migrate.sql.JdbcTarget;
import org.portolan.migrate.sql.Reference;

/**
 * The end of the way back: a row that refers to one which was rejected would break a foreign key of
 * the database, so it is taken out again and rejected, and so are those that refer to it. It ends,
 * since each round takes rows out. A foreign key to a table that this run did not fill is only
 * noted. Used by one thread.
 */
final class ReturnReferences {
  /** The values that are looked for at once, by a statement that reads the whole table. */
  private static final int VALUES_MAX = 50_000;

  private static final int SHOWN_MAX = 3;

  private final JdbcTarget target;
  private final List<TablePlan> tables;
  private final Rejects rejects;
  private final List<String> notes;
  private final boolean zeroDatesAreNull;
  private final List<Edge> edges = new ArrayList<>();
  private final Map<String, Long> removed = new HashMap<>();

  private record Edge(TablePlan table, Reference reference) {}

  ReturnReferences(JdbcTarget target, MigrationPlan plan, Rejects rejects, List<String> notes) {
    this.target = target;
    this.tables = plan.tables();
    this.rejects = rejects;
    this.notes = notes;
    this.zeroDatesAreNull = plan.mapping().zeroDatesAreNull();
  }

  /** Takes the rows out, and returns for the name of each table how many. */
  Map<String, Long> remove() {
    List<Edge> unfilled = new ArrayList<>();
    for (TablePlan table : tables) {
      for (Reference reference : target.references(table.table(), notes::add)) {
        if (tables.stream().anyMatch(each -> reference.isTo(each.table()))) {
          edges.add(new Edge(table, reference));
        } else {
          unfilled.add(new Edge(table, reference));
        }
      }
    }
    // In the order in which the tables were filled, so that each is mostly looked at once.
    TreeSet<Integer> left = new TreeSet<>();
    for (int place = 0; place < edges.size(); place++) {
      left.add(place);
    }
    while (!left.isEmpty()) {
      int next = left.pollFirst();
      int found = remove(edges.get(next));
      if (found == VALUES_MAX) {
        left.add(next);
      }
      for (int place = 0; found > 0 && place < edges.size(); place++) {
        if (edges.get(place).reference.isTo(edges.get(next).table.table())) {
          left.add(place);
        }
      }
    }
    unfilled.forEach(this::noteUnfilled);
    return removed;
  }

  /** Takes rows out that refer to nothing by one foreign key, and returns by how many values. */
  private int remove(Edge edge) {
    Reference reference = edge.reference;
    List<List<Object>> absent = reference.absent(VALUES_MAX);
    if (absent.isEmpty()) {
      return 0;
    }
    TablePlan table = edge.table;
    ReturnColumns columns = new ReturnColumns(table, zeroDatesAreNull);
    List<String> key = table.table().firstKey();
    String column = reference.columns().size() == 1 ? reference.columns().get(0) : "";
    long count =
        reference.remove(
            absent,
            columns.columns(),
            (row, values) ->
                rejects.add(
                    table.name(),
                    key,
                    column,
                    "refers to " + reference.shown(values) + ", which was not brought back",
                    columns.names(),
                    row));
    if (count == 0) {
      throw new MigrateException(
          "cannot take rows out of "
              + table.name()
              + " that refer by "
              + reference.name()
              + " to rows which are not there, such as "
              + reference.shown(absent.get(0))
              + ": the database does not find them by their values; take them out yourself");
    }
    removed.merge(table.name(), count, Long::sum);
    return absent.size();
  }

  private void noteUnfilled(Edge edge) {
    TablePlan table = edge.table;
    Reference reference = edge.reference;
    try {
      List<List<Object>> absent = reference.absent(SHOWN_MAX);
      if (!absent.isEmpty()) {
        long count = reference.count();
        notes.add(
            "table "
                + table.name()
                + ": "
                + (count == 1 ? "1 row refers by " : count + " rows refer by ")
                + reference.name()
                + " to "
                + String.join(", ", absent.stream().map(reference::shown).toList())
                + (absent.size() == SHOWN_MAX ? ", …" : "")
                + ", which is not there: the mapping does not fill that table");
      }
    } catch (DatabaseException e) {
      notes.add("table " + table.name() + ": " + e.getMessage());
    }
  }
}
