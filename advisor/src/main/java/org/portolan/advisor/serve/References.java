package org.portolan.advisor.serve;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.table.PlannedTable;

/** Which foreign keys the references of a design keep. */
public final class References {
  private References() {}

  /** Returns the table that a foreign key refers to; empty if the draft has none. */
  public static Optional<PlannedTable> target(Draft draft, ForeignKey key) {
    PlannedTable named = draft.tables().get(key.table());
    return named != null
        ? Optional.of(named)
        : draft.tables().values().stream().filter(table -> isNamed(table, key.table())).findFirst();
  }

  /** Returns why no reference keeps a foreign key of a table; empty if one does. */
  public static Optional<String> lost(Draft draft, PlannedTable table, ForeignKey key) {
    Optional<PlannedTable> found = target(draft, key);
    if (found.isEmpty()) {
      return Optional.of("the schema has no table " + key.table());
    }
    PlannedTable target = found.get();
    if (!draft.isEntity(target.source().name())) {
      return Optional.of(
          "the rows of " + target.name() + " have an owner, and only rows are referred to");
    }
    List<String> columns = target.identity().columns();
    if (columns.isEmpty()) {
      return Optional.of("nothing that a design can keep identifies the rows of " + target.name());
    }
    String action = key.onDelete().toLowerCase(Locale.ROOT);
    if (action.startsWith("set")) {
      return Optional.of("a reference deletes or refuses, it does not " + action);
    }
    List<String> referenced = key.referenced().isEmpty() ? columns : key.referenced();
    for (String column : columns) {
      int place = place(referenced, column);
      if (place < 0 || referenced.size() != columns.size()) {
        return Optional.of("it refers to other columns than the key of " + target.name());
      }
      String own = key.columns().get(place);
      if (!table.column(own).keyType().equals(target.column(column).keyType())) {
        return Optional.of(
            table.column(own).name() + " has another type than the key of " + target.name());
      }
    }
    return Optional.empty();
  }

  /** Returns the column that refers to a column of the target's key, of a key that is kept. */
  public static String referring(PlannedTable target, ForeignKey key, String column) {
    List<String> referenced =
        key.referenced().isEmpty() ? target.identity().columns() : key.referenced();
    return key.columns().get(place(referenced, column));
  }

  private static boolean isNamed(PlannedTable table, String name) {
    String own = table.source().name();
    return own.equalsIgnoreCase(name)
        || own.substring(own.lastIndexOf('.') + 1)
            .equalsIgnoreCase(name.substring(name.lastIndexOf('.') + 1));
  }

  private static int place(List<String> columns, String wanted) {
    for (int place = 0; place < columns.size(); place++) {
      if (columns.get(place).equalsIgnoreCase(wanted)) {
        return place;
      }
    }
    return -1;
  }
}
