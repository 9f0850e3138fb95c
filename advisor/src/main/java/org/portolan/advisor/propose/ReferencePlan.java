package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.References;
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
    Optional<String> lost = References.lost(draft, table, key);
    if (lost.isPresent()) {
      return new ReferencePlan(Optional.empty(), lost.get());
    }
    PlannedTable target = References.target(draft, key).orElseThrow();
    String action = key.onDelete().toLowerCase(Locale.ROOT);
    List<String> on = new ArrayList<>();
    for (String column : target.identity().columns()) {
      on.add(naming.of(table.column(References.referring(target, key, column))));
    }
    ReferenceDesign.OnDelete onDelete =
        action.equals("cascade")
            ? ReferenceDesign.OnDelete.CASCADE
            : ReferenceDesign.OnDelete.RESTRICT;
    return new ReferencePlan(
        Optional.of(
            new ReferenceDesign(
                name(table.name(), String.join("_and_", on), ""), on, target.name(), onDelete)),
        "");
  }

  /**
   * Returns a name, cut where it is too long, and an end. The table of a reference has the names of
   * both, and the end of a tree's table.
   */
  static String name(String entity, String wanted, String end) {
    int chars = Math.max(1, NAME_CHARS_MAX - ReferenceDesign.treeTable(entity, end).length());
    return wanted.length() <= chars
        ? wanted + end
        : wanted.substring(0, chars).replaceAll("_+$", "") + end;
  }
}
