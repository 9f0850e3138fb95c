package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.ReferenceDesign;

/**
 * What becomes of a foreign key.
 *
 * @param reference the reference of the design; empty if none keeps the foreign key
 * @param reason why none does; empty if one does
 */
record ReferencePlan(Optional<ReferenceDesign> reference, String reason) {
  private static final int NAME_CHARS_MAX = 48;

  static ReferencePlan of(Draft draft, Naming naming, PlannedTable table, ForeignKey key) {
    PlannedTable target =
        draft.tables().values().stream()
            .filter(other -> isNamed(other, key.table()))
            .findFirst()
            .orElse(null);
    if (target == null) {
      return lost("the schema has no table " + key.table());
    }
    if (!draft.isEntity(target.source().name())) {
      return lost("the rows of " + target.name() + " have an owner, and only rows are referred to");
    }
    if (target.identity().columns().isEmpty()) {
      return lost("nothing that a design can keep identifies the rows of " + target.name());
    }
    String action = key.onDelete().toLowerCase(Locale.ROOT);
    if (action.startsWith("set")) {
      return lost("a reference deletes or refuses, it does not " + action);
    }
    List<String> referenced =
        key.referenced().isEmpty() ? target.identity().columns() : key.referenced();
    List<String> on = new ArrayList<>();
    for (String column : target.identity().columns()) {
      int place = place(referenced, column);
      if (place < 0 || referenced.size() != target.identity().columns().size()) {
        return lost("it refers to other columns than the key of " + target.name());
      }
      PlannedColumn own = table.column(key.columns().get(place));
      if (!own.keyType().equals(target.column(column).keyType())) {
        return lost(own.name() + " has another type than the key of " + target.name());
      }
      on.add(naming.of(own));
    }
    ReferenceDesign.OnDelete onDelete =
        action.equals("cascade")
            ? ReferenceDesign.OnDelete.CASCADE
            : ReferenceDesign.OnDelete.RESTRICT;
    return new ReferencePlan(
        Optional.of(
            new ReferenceDesign(
                name(table.name(), String.join("_and_", on)), on, target.name(), onDelete)),
        "");
  }

  /** The table of a reference has the names of both, and the end of a tree's table. */
  private static String name(String entity, String wanted) {
    int chars = Math.max(1, NAME_CHARS_MAX - ReferenceDesign.treeTable(entity, "").length());
    return wanted.length() <= chars ? wanted : wanted.substring(0, chars).replaceAll("_+$", "");
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

  private static ReferencePlan lost(String reason) {
    return new ReferencePlan(Optional.empty(), reason);
  }
}
