package org.portolan.advisor.serve;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;

/**
 * REPLACE: it deletes the row with the same key, and each with an equal unique value, and inserts
 * the new one, whose columns have their defaults where the statement names none.
 */
final class Replacements {
  private Replacements() {}

  /** Returns whether a statement replaces rows. */
  static boolean is(Statement statement) {
    String text = statement.template().text();
    return text.startsWith("REPLACE ") || text.startsWith("INSERT OR REPLACE ");
  }

  /** Adds what the application does that the new row alone does not. */
  static void note(Draft draft, Statement statement, AccessPath path, Collection<String> notes) {
    if (!is(statement)) {
      return;
    }
    for (TableUse use : path.tables()) {
      if (use.role() != TableUse.Role.INSERTED) {
        continue;
      }
      PlannedTable table = draft.tables().get(use.table());
      for (List<String> unique : table.uniqueKeys()) {
        if (!unique.equals(table.identity().columns())) {
          notes.add(
              "the application deletes a row with the same "
                  + String.join(", ", unique)
                  + " under another key, as REPLACE does: put throws DuplicateValueException");
        }
      }
      Set<String> unnamed = new LinkedHashSet<>();
      table.columns().forEach(column -> unnamed.add(column.source().name()));
      unnamed.removeAll(use.written());
      if (draft.shape(use.table()) instanceof Shape.Part && !unnamed.isEmpty()) {
        notes.add(
            "the application sets "
                + String.join(", ", unnamed)
                + " to what a new row has: REPLACE keeps no old value");
      }
    }
  }
}
