package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.ResultRows;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.access.Untold;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedTable;

/**
 * Decides whether LIMIT may end the read of a list: whether the first rows of the list, of those
 * that the lines of Java keep, are the first rows of the result. No other class decides it. All
 * that must be known for it is listed here; where something is not known, the whole list is read,
 * and the application takes the page. Not thread-safe.
 */
public final class FirstRows {
  private final Draft draft;
  private final AccessPath path;

  /** The uses whose rows were found, and those of which that is one row at most. */
  private final Set<Integer> done = new LinkedHashSet<>();

  private final Set<Integer> single = new LinkedHashSet<>();

  FirstRows(Draft draft, AccessPath path) {
    this.draft = draft;
    this.path = path;
  }

  /** Notes that the rows of a use were found. */
  void found(int place, EntityAccess.Way way) {
    if (isOneRow(place, way)) {
      single.add(place);
    }
    done.add(place);
  }

  private boolean isOneRow(int place, EntityAccess.Way way) {
    boolean byKey =
        switch (way.steps().get(0).kind()) {
          case GET, UNIQUE, GET_ITEM -> true;
          case GET_PART -> draft.shape(path.tables().get(place).table()) instanceof Shape.Part;
          default -> false;
        };
    return byKey
        && path.tables().get(place).listed().isEmpty()
        && path.joins().stream()
            .filter(join -> join.isOf(place))
            .map(join -> join.other(place))
            .filter(done::contains)
            .allMatch(single::contains);
  }

  /** Returns whether the result has one row at most, now that the rows of all uses were found. */
  boolean isOneRow() {
    if (path.aggregated()) {
      return true;
    }
    boolean changes = path.tables().stream().anyMatch(use -> isChanged(use.role()));
    if (!(changes || path.result().exact()) || path.untold().contains(Untold.FULL_JOIN)) {
      return false;
    }
    for (int place = 0; place < path.tables().size(); place++) {
      if (isOfResult(place) && !single.contains(place)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isChanged(TableUse.Role role) {
    return role == TableUse.Role.UPDATED || role == TableUse.Role.DELETED;
  }

  /** Whether each row of a use may be a row of the result: not one of a subquery. */
  private boolean isOfResult(int place) {
    ResultRows.Part part = path.result().parts().get(place);
    return path.tables().get(place).role() != TableUse.Role.INSERTED
        && (part == ResultRows.Part.ROW || part == ResultRows.Part.OPTIONAL);
  }

  /**
   * Returns whether the rows of a use, in the order of the statement and under its conditions on
   * them, are those of the result, one by one.
   */
  boolean areOf(int place) {
    ResultRows result = path.result();
    return path.limited()
        && result.exact()
        && !path.grouped()
        && (!path.distinct() || areDistinct(place))
        && !path.sifted()
        && isOfResult(place)
        && result.order().stream().filter(item -> !item.nested()).allMatch(of -> isOf(of, place))
        && single.containsAll(done)
        && joins(place, done).stream().allMatch(join -> JoinTypes.agree(draft, path, join))
        && areFollowed(place);
  }

  /** Whether the rows of a use differ in the result, by its key. */
  private boolean areDistinct(int place) {
    Identity identity = draft.tables().get(path.tables().get(place).table()).identity();
    return (identity.kind() == Identity.Kind.PRIMARY || identity.kind() == Identity.Kind.UNIQUE)
        && identity.columns().stream()
            .map(column -> new AccessPath.UsedColumn(place, column))
            .allMatch(path.result().columns()::contains);
  }

  private static boolean isOf(ResultRows.Ordered item, int place) {
    return item.kept() == ResultRows.Kept.KEPT
        && item.column().filter(column -> column.use() == place).isPresent();
  }

  /** Whether each row of a use has one row of each use that is found later. */
  private boolean areFollowed(int place) {
    Set<Integer> open = new LinkedHashSet<>();
    for (int other = 0; other < path.tables().size(); other++) {
      ResultRows.Part part = path.result().parts().get(other);
      boolean beside =
          part == ResultRows.Part.VALUE
              || part == ResultRows.Part.FILTER
              || path.tables().get(other).role() == TableUse.Role.INSERTED;
      if (other != place && !done.contains(other) && !beside) {
        open.add(other);
      }
    }
    Set<Integer> known = new LinkedHashSet<>(done);
    known.add(place);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int other : List.copyOf(open)) {
        if (isOneForEach(other, known)) {
          open.remove(other);
          known.add(other);
          changed = true;
        }
      }
    }
    return open.isEmpty();
  }

  /**
   * Whether rows of other uses have one row of a use: by an outer join one at most.
   *
   * @param known those other uses
   */
  boolean isOneForEach(int place, Set<Integer> known) {
    List<JoinPredicate> joins = joins(place, known);
    if (!joins.stream().allMatch(join -> JoinTypes.agree(draft, path, join))) {
      return false;
    }
    return path.result().parts().get(place) == ResultRows.Part.OPTIONAL
        ? isOneAtMost(place, joins)
        : isOneAlways(place, joins);
  }

  /** The joins of a use with others. */
  private List<JoinPredicate> joins(int place, Set<Integer> others) {
    return path.joins().stream()
        .filter(join -> join.isOf(place) && others.contains(join.other(place)))
        .toList();
  }

  /**
   * Whether a row is joined with one row or none, and is a row of the result in either case. A
   * condition that is more than a comparison with a value, such as IS NULL or one of COALESCE, may
   * be one of WHERE, which leaves out rows by what was joined to them.
   */
  private boolean isOneAtMost(int place, List<JoinPredicate> joins) {
    TableUse use = path.tables().get(place);
    if (!use.checked().isEmpty()) {
      return false;
    }
    Set<String> columns = new LinkedHashSet<>(use.equal());
    joins.forEach(join -> columns.add(join.column(place)));
    PlannedTable table = draft.tables().get(use.table());
    return table.uniqueKeys().stream().anyMatch(columns::containsAll);
  }

  /** Whether a row that refers to another one is joined with that alone, or one with itself. */
  private boolean isOneAlways(int place, List<JoinPredicate> joins) {
    Set<Integer> sources = new LinkedHashSet<>();
    joins.forEach(join -> sources.add(join.other(place)));
    if (sources.size() != 1 || !path.tables().get(place).isFree()) {
      return false;
    }
    int source = sources.iterator().next();
    if (path.result().parts().get(source) == ResultRows.Part.OPTIONAL) {
      return false;
    }
    TableUse from = path.tables().get(source);
    PlannedTable table = draft.tables().get(from.table());
    PlannedTable target = draft.tables().get(path.tables().get(place).table());
    return isItself(table, target, joins, place)
        || table.source().foreignKeys().stream()
            .anyMatch(
                key ->
                    key.holds()
                        && refers(table, target, key, joins, place)
                        && key.columns().stream()
                            .allMatch(column -> hasValue(from, table, column)));
  }

  private static boolean isItself(
      PlannedTable table, PlannedTable target, List<JoinPredicate> joins, int place) {
    Set<String> columns = new LinkedHashSet<>();
    joins.forEach(join -> columns.add(join.column(place)));
    return table.equals(target)
        && joins.stream().allMatch(join -> join.column(place).equals(join.otherColumn(place)))
        && target.identity().isIn(columns)
        && columns.size() == target.identity().columns().size();
  }

  /** Whether joins are of the columns of a foreign key, and of no others. */
  private boolean refers(
      PlannedTable table,
      PlannedTable target,
      ForeignKey key,
      List<JoinPredicate> joins,
      int place) {
    List<String> referenced =
        key.referenced().isEmpty()
            ? target.source().primaryKey().map(any -> any.columns()).orElse(List.of())
            : key.referenced();
    if (References.target(draft, key).filter(target::equals).isEmpty()
        || referenced.size() != key.columns().size()
        || !target.source().isUnique(referenced)) {
      return false;
    }
    Set<List<String>> pairs = new LinkedHashSet<>();
    joins.forEach(join -> pairs.add(List.of(join.otherColumn(place), join.column(place))));
    Set<List<String>> wanted = new LinkedHashSet<>();
    for (int column = 0; column < referenced.size(); column++) {
      wanted.add(
          List.of(
              table.column(key.columns().get(column)).source().name(),
              target.column(referenced.get(column)).source().name()));
    }
    return pairs.equals(wanted);
  }

  /** Whether a column of each row that a statement finds has a value. */
  private static boolean hasValue(TableUse use, PlannedTable table, String column) {
    String name = table.column(column).source().name();
    return !table.column(column).source().nullable()
        || use.equal().contains(name)
        || use.listed().contains(name)
        || use.range().contains(name)
        || use.present().contains(name);
  }

  /**
   * Returns the columns that order the rows which agree in some columns: one that is the same in
   * all of them orders nothing.
   *
   * @param by the columns in which the rows agree
   */
  public static List<TableUse.Order> order(TableUse use, List<String> by) {
    return use.ordered().stream()
        .filter(order -> !use.equal().contains(order.column()))
        .filter(order -> !use.absent().contains(order.column()))
        .filter(order -> !(use.listed().contains(order.column()) && by.contains(order.column())))
        .toList();
  }

  /**
   * Returns whether the lines keep the rows that meet all conditions, and no others.
   *
   * @param left the conditions by which the rows are not found
   */
  static boolean areChecked(Set<String> left, TableUse use, PlannedTable table, Shape shape) {
    List<String> unchecked = new ArrayList<>(left);
    unchecked.removeAll(LineChecks.of(use, table, shape));
    return unchecked.isEmpty();
  }
}
