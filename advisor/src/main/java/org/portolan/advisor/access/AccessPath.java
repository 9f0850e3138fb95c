package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a statement does to the tables.
 *
 * @param tables the uses of tables, in the order of the statement, those of subqueries too
 * @param joins the equalities between columns of two uses
 * @param upsert whether an INSERT changes the row that exists
 * @param ignores whether an INSERT leaves the row that exists as it is
 * @param conflict what an INSERT does with a row that exists; empty if it has no clause for it
 * @param grouped whether rows are grouped or an aggregate function is used
 * @param aggregated whether the result is one row of aggregate functions of all rows that are
 *     found, each of a column, or with nothing that depends on the row
 * @param aggregates the aggregate functions, in the order of the statement
 * @param groups the columns by which rows are grouped
 * @param distinct whether equal rows are returned once
 * @param limited whether the number of returned rows has a limit
 * @param offset whether rows are skipped before the first one
 * @param locks whether the rows are locked by reading
 * @param untold what the statement says beside all this
 * @param sifted whether some of that leaves out rows, so that no page of a list is one of the
 *     result
 * @param result what the rows of the tables are to those of the result
 * @param sides the same query for each side of the OR in its conditions, so that the query finds
 *     what one of them finds; empty if it has no OR, or none that can be split
 * @param parts of how many sides this path consists, one after the other, each with as many tables;
 *     1 if it is that of the whole statement
 * @param unresolved columns of no table that the statement names, as they are written
 */
public record AccessPath(
    List<TableUse> tables,
    List<JoinPredicate> joins,
    boolean upsert,
    boolean ignores,
    Optional<Conflict> conflict,
    boolean grouped,
    boolean aggregated,
    List<Aggregate> aggregates,
    List<UsedColumn> groups,
    boolean distinct,
    boolean limited,
    boolean offset,
    boolean locks,
    Set<Untold> untold,
    boolean sifted,
    ResultRows result,
    List<AccessPath> sides,
    int parts,
    List<String> unresolved) {

  /**
   * An aggregate function.
   *
   * @param function in lower case, for example {@code count}
   * @param column its argument; empty if that is no single column, as in {@code count(*)}
   * @param distinct whether equal values count once
   */
  public record Aggregate(String function, Optional<UsedColumn> column, boolean distinct) {}

  /**
   * A column of a use.
   *
   * @param use the place in {@link AccessPath#tables}
   */
  public record UsedColumn(int use, String column) {}

  public AccessPath {
    aggregates = List.copyOf(aggregates);
    groups = List.copyOf(groups);
    tables = List.copyOf(tables);
    joins = List.copyOf(joins);
    untold = Collections.unmodifiableSet(new LinkedHashSet<>(untold));
    sides = List.copyOf(sides);
    unresolved = List.copyOf(unresolved);
  }

  /** Returns the path that reads all sides, one after the other. */
  public AccessPath together() {
    List<TableUse> uses = new ArrayList<>();
    List<JoinPredicate> all = new ArrayList<>();
    Set<Untold> ofSides = new LinkedHashSet<>();
    boolean siftedSide = false;
    for (AccessPath side : sides) {
      ofSides.addAll(side.untold);
      siftedSide |= side.sifted;
      int before = uses.size();
      side.joins.forEach(
          join ->
              all.add(
                  new JoinPredicate(
                      join.left() + before,
                      join.leftColumn(),
                      join.right() + before,
                      join.rightColumn(),
                      join.finds())));
      uses.addAll(side.tables);
    }
    return with(
        uses,
        all,
        List.of(),
        sides.size(),
        limited,
        ofSides,
        siftedSide,
        ResultRows.together(sides));
  }

  /** Returns the same path with sides. */
  AccessPath with(List<AccessPath> others) {
    return with(tables, joins, others, parts, limited, untold, sifted, result);
  }

  /** Returns the same path of a statement whose number of rows has no limit. */
  public AccessPath unlimited() {
    List<AccessPath> all = sides.stream().map(AccessPath::unlimited).toList();
    return with(tables, joins, all, parts, false, untold, sifted, result);
  }

  private AccessPath with(
      List<TableUse> otherTables,
      List<JoinPredicate> otherJoins,
      List<AccessPath> otherSides,
      int otherParts,
      boolean otherLimited,
      Set<Untold> otherUntold,
      boolean otherSifted,
      ResultRows otherResult) {
    return new AccessPath(
        otherTables,
        otherJoins,
        upsert,
        ignores,
        conflict,
        grouped,
        aggregated,
        aggregates,
        groups,
        distinct,
        otherLimited,
        offset,
        locks,
        otherUntold,
        otherSifted,
        otherResult,
        otherSides,
        otherParts,
        unresolved);
  }

  /** Returns how many tables each part has. */
  public int partSize() {
    return tables.size() / parts;
  }

  /** Returns whether the statement writes rows. */
  public boolean writes() {
    return tables.stream().anyMatch(use -> use.role() != TableUse.Role.READ);
  }

  /** Returns whether two uses are in the same part. */
  public boolean isSamePart(int use, int other) {
    return use / partSize() == other / partSize();
  }
}
