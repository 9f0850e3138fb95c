package org.portolan.advisor.serve;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.Conflict;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.sql.SqlText;
import org.portolan.advisor.table.PlannedTable;

/**
 * What a database does by itself when a statement changes rows, and no design does: generated
 * columns, ON UPDATE CURRENT_TIMESTAMP, and what ON DELETE and ON UPDATE do with the rows that
 * refer to a changed one.
 */
final class DatabaseActions {
  private final Draft draft;
  private final Collection<String> notes;

  private DatabaseActions(Draft draft, Collection<String> notes) {
    this.draft = draft;
    this.notes = notes;
  }

  /** Adds what the application does in the place of the database. */
  static void note(Draft draft, AccessPath path, Collection<String> notes) {
    DatabaseActions actions = new DatabaseActions(draft, notes);
    for (TableUse use : path.tables()) {
      PlannedTable table = draft.tables().get(use.table());
      switch (use.role()) {
        case INSERTED -> {
          actions.inserted(path, table);
          if (replaces(draft, path)) {
            actions.deleted(table);
          }
        }
        case UPDATED -> actions.updated(use.written(), table);
        case DELETED -> actions.deleted(table);
        case READ -> {}
      }
    }
  }

  /** Whether a new row may take the place of others, which are looked up and deleted. */
  private static boolean replaces(Draft draft, AccessPath path) {
    return ConflictKeys.areLookedUp(draft, path)
        && path.conflict().filter(Conflict::replaces).isPresent()
        && !ConflictKeys.of(draft, path).keys().isEmpty();
  }

  private void inserted(AccessPath path, PlannedTable table) {
    for (Column column : columns(table)) {
      if (!column.generatedAs().isEmpty()) {
        generated(column, "the new row");
      }
    }
    path.conflict()
        .filter(Conflict::updates)
        .ifPresent(conflict -> updated(conflict.assigned().keySet(), table));
  }

  private void updated(Set<String> written, PlannedTable table) {
    Set<String> changed = new LinkedHashSet<>(written);
    boolean more = true;
    // A generated column may be computed from one before it.
    while (more) {
      more = false;
      for (Column column : columns(table)) {
        if (!changed.contains(column.name())
            && !column.generatedAs().isEmpty()
            && changed.stream().anyMatch(any -> names(column.generatedAs(), any))) {
          more = changed.add(column.name());
          generated(column, "the change");
        }
      }
    }
    for (Column column : columns(table)) {
      if (!written.isEmpty()
          && !written.contains(column.name())
          && column.defaultValue().toUpperCase(Locale.ROOT).contains("ON UPDATE ")) {
        notes.add(
            "the application writes "
                + column.name()
                + " with the change: the database set it to the time by ON UPDATE");
      }
    }
    changedKeys(changed, table);
  }

  private void generated(Column column, String with) {
    notes.add(
        "the application computes "
            + column.name()
            + " and writes it with "
            + with
            + ": the database generated it as "
            + column.generatedAs().replaceAll("\\s+", " "));
  }

  /** Whether an expression names a column. */
  private static boolean names(String expression, String column) {
    return Pattern.compile(
            "(?<![\\w$])" + Pattern.quote(column) + "(?![\\w$])",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS)
        .matcher(SqlText.withoutLiterals(expression))
        .find();
  }

  private void deleted(PlannedTable first) {
    Set<PlannedTable> reached = new LinkedHashSet<>(List.of(first));
    Deque<PlannedTable> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      PlannedTable parent = open.remove();
      for (PlannedTable child : draft.tables().values()) {
        for (ForeignKey key : referring(child, parent)) {
          String action = action(key.onDelete());
          if (action.isEmpty()) {
            continue;
          }
          boolean deletes = action.equals("CASCADE");
          if (!deletes || !isKept(child, parent, key)) {
            String what = deletes ? "deletes" : value(key, action);
            notes.add(
                text(what, child, key, parent, "ON DELETE " + action + " is kept by no reference"));
          }
          if (deletes && reached.add(child)) {
            open.add(child);
          }
        }
      }
    }
  }

  private void changedKeys(Set<String> changed, PlannedTable parent) {
    for (PlannedTable child : draft.tables().values()) {
      for (ForeignKey key : referring(child, parent)) {
        List<String> referenced =
            key.referenced().isEmpty() ? parent.identity().columns() : key.referenced();
        boolean touched =
            referenced.stream().anyMatch(any -> changed.stream().anyMatch(any::equalsIgnoreCase));
        String action = action(key.onUpdate());
        if (touched && !action.isEmpty()) {
          String what =
              action.equals("CASCADE")
                  ? "writes the new " + String.join(", ", key.columns()) + " to"
                  : value(key, action);
          notes.add(
              text(what, child, key, parent, "ON UPDATE " + action + " is kept by no reference"));
        }
      }
    }
  }

  private static String value(ForeignKey key, String action) {
    String value = action.equals("SET NULL") ? "null" : "its default";
    return "sets " + String.join(", ", key.columns()) + " to " + value + " in";
  }

  private static String text(
      String what, PlannedTable child, ForeignKey key, PlannedTable parent, String why) {
    return "the application %s the rows of %s whose %s names a row of %s: %s"
        .formatted(what, child.name(), String.join(", ", key.columns()), parent.name(), why);
  }

  /** Returns an action that changes rows; empty of one that refuses. */
  private static String action(String declared) {
    String action = declared.toUpperCase(Locale.ROOT);
    return action.equals("CASCADE") || action.startsWith("SET ") ? action : "";
  }

  private List<ForeignKey> referring(PlannedTable child, PlannedTable parent) {
    return child.source().foreignKeys().stream()
        .filter(key -> References.target(draft, key).filter(parent::equals).isPresent())
        .toList();
  }

  /** Whether the rows that refer to one go with it: by a reference, or as parts of its row. */
  private boolean isKept(PlannedTable child, PlannedTable parent, ForeignKey key) {
    Shape shape = draft.shape(child.source().name());
    if (shape instanceof Shape.Owned owned) {
      return owned.owner().equals(parent.source().name())
          && owned.ownerColumns().size() == key.columns().size()
          && key.columns().stream()
              .allMatch(any -> owned.ownerColumns().stream().anyMatch(any::equalsIgnoreCase));
    }
    return References.lost(draft, child, key).isEmpty();
  }

  private static List<Column> columns(PlannedTable table) {
    return table.source().columns();
  }
}
