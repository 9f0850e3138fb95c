package org.portolan.advisor.propose;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.DesignNames;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.ReferenceDesign;

/**
 * The names of a store's tables: those of entities, and those that a store has for collections and
 * references, made of two names.
 */
final class TableNames {
  private static final int LENGTH_MAX = 48;

  private final Set<String> taken = new LinkedHashSet<>();

  /** Takes the names of the entities and collections of a draft. */
  TableNames(Draft draft) {
    taken.add(DesignNames.COUNTERS);
    draft
        .tables()
        .forEach(
            (name, table) -> {
              if (draft.isEntity(name)) {
                taken.add(table.name());
              } else if (draft.shape(name) instanceof Shape.Items items) {
                taken.add(ofItems(draft.tables().get(items.owner()), table.name()));
              }
            });
  }

  private static String ofItems(PlannedTable owner, String collection) {
    return owner.name() + "_" + collection;
  }

  /** Returns whether a reference of an entity has names for its tables that no other table has. */
  boolean areFree(String entity, String reference) {
    return !taken.contains(ReferenceDesign.table(entity, reference))
        && !taken.contains(ReferenceDesign.treeTable(entity, reference));
  }

  /** Returns a draft in which the tables of collections have names of their own, short enough. */
  static Draft apart(Draft draft) {
    Set<String> names = new LinkedHashSet<>();
    draft.tables().values().forEach(table -> names.add(table.name()));
    Map<String, PlannedTable> tables = new LinkedHashMap<>(draft.tables());
    for (PlannedTable table : draft.tables().values()) {
      if (draft.shape(table.source().name()) instanceof Shape.Items items) {
        PlannedTable owner = draft.tables().get(items.owner());
        String name = table.name();
        for (int number = 2; !isTable(owner, name, names); number++) {
          String end = "_" + number;
          int chars = Math.max(1, LENGTH_MAX - ofItems(owner, end).length());
          name =
              table
                      .name()
                      .substring(0, Math.min(table.name().length(), chars))
                      .replaceAll("_+$", "")
                  + end;
        }
        names.add(ofItems(owner, name));
        tables.put(
            table.source().name(),
            new PlannedTable(table.source(), name, table.columns(), table.identity()));
      }
    }
    return new Draft(draft.target(), draft.measured(), tables, draft.shapes(), draft.indexes());
  }

  private static boolean isTable(PlannedTable owner, String collection, Set<String> names) {
    String table = ofItems(owner, collection);
    // An owner of nearly as many characters leaves none.
    boolean fits = table.length() <= LENGTH_MAX || owner.name().length() > LENGTH_MAX - 4;
    return fits && !names.contains(table);
  }
}
