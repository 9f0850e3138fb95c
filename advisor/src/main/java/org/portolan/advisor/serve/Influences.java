package org.portolan.advisor.serve;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;

/**
 * Which parts of a draft may change how a statement is served. A search weighs thousands of drafts
 * that differ in one part, and most statements depend on few parts: what is known of them is kept
 * as long as these are the same. May name a part that changes nothing, and never leaves one out
 * that does.
 */
public final class Influences {
  private Influences() {}

  /**
   * Returns whether an index may change the steps or the cost of a statement.
   *
   * @param draft has the shapes; its indexes do not count
   */
  public static boolean of(Draft draft, AccessPath path, IndexChoice index) {
    for (int place = 0; place < path.tables().size(); place++) {
      TableUse use = path.tables().get(place);
      boolean same = use.table().equals(index.table());
      // An index serves only where all its columns have values.
      if ((same && valued(path, place).containsAll(index.on()))
          || maintains(use, index)
          || (isWhole(use) && isOwner(draft, use.table(), index.table()))) {
        return true;
      }
    }
    return path.sides().stream().anyMatch(side -> of(draft, side, index));
  }

  /** Returns whether a statement changes entries of an index by this use of a table. */
  public static boolean maintains(TableUse use, IndexChoice index) {
    return use.table().equals(index.table())
        && (isWhole(use)
            || (use.role() == TableUse.Role.UPDATED && WriteSteps.touches(index, use.written())));
  }

  /** Whether rows come or go, and not some of their columns. */
  private static boolean isWhole(TableUse use) {
    return use.role() == TableUse.Role.INSERTED || use.role() == TableUse.Role.DELETED;
  }

  /** Returns the tables whose indexes may change how a statement is served. */
  public static Set<String> indexed(Draft draft, AccessPath path) {
    Set<String> tables = new LinkedHashSet<>();
    addTables(path, tables);
    for (String table : draft.tables().keySet()) {
      if (draft.shape(table) instanceof Shape.Owned owned && tables.contains(owned.owner())) {
        tables.add(table);
      }
    }
    return tables;
  }

  private static boolean isOwner(Draft draft, String owner, String table) {
    return draft.shape(table) instanceof Shape.Owned owned && owned.owner().equals(owner);
  }

  /** The columns of a use that may get values, from the statement or from rows found before. */
  private static Set<String> valued(AccessPath path, int place) {
    TableUse use = path.tables().get(place);
    Set<String> valued = new HashSet<>(use.equal());
    valued.addAll(use.listed());
    for (JoinPredicate join : path.joins()) {
      if (join.isOf(place)) {
        valued.add(join.column(place));
      }
    }
    return valued;
  }

  /**
   * Returns, for each table, the tables whose shapes may change how a write of its rows is served:
   * those that own its rows or are owned, that refer to it or are referred to.
   *
   * @param candidates what each table can become
   */
  public static Map<String, Set<String>> neighbours(
      Draft draft, Map<String, ? extends Collection<Shape>> candidates) {
    Map<String, Set<String>> neighbours = new HashMap<>();
    candidates.forEach(
        (table, shapes) ->
            shapes.forEach(
                shape -> {
                  if (shape instanceof Shape.Owned owned) {
                    join(neighbours, table, owned.owner());
                  }
                }));
    for (PlannedTable table : draft.tables().values()) {
      for (ForeignKey key : table.source().foreignKeys()) {
        References.target(draft, key)
            .ifPresent(target -> join(neighbours, table.source().name(), target.source().name()));
      }
    }
    return neighbours;
  }

  private static void join(Map<String, Set<String>> neighbours, String one, String other) {
    neighbours.computeIfAbsent(one, any -> new LinkedHashSet<>()).add(other);
    neighbours.computeIfAbsent(other, any -> new LinkedHashSet<>()).add(one);
  }

  /**
   * Returns the tables whose shapes may change how a statement is served.
   *
   * @param neighbours as {@link #neighbours} returns them
   */
  public static Set<String> shapes(AccessPath path, Map<String, Set<String>> neighbours) {
    Set<String> tables = new LinkedHashSet<>();
    boolean writes = path.writes();
    addTables(path, tables);
    if (writes) {
      List.copyOf(tables).forEach(table -> tables.addAll(neighbours.getOrDefault(table, Set.of())));
    }
    return tables;
  }

  private static void addTables(AccessPath path, Set<String> tables) {
    path.tables().forEach(use -> tables.add(use.table()));
    path.sides().forEach(side -> addTables(side, tables));
  }
}
