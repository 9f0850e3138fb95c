package org.portolan.advisor.access;

import java.util.List;
import java.util.Optional;

/**
 * What a statement does to the tables.
 *
 * @param tables the uses of tables, in the order of the statement, those of subqueries too
 * @param joins the equalities between columns of two uses
 * @param upsert whether an INSERT changes the row that exists
 * @param grouped whether rows are grouped or an aggregate function is used
 * @param aggregates the aggregate functions, in the order of the statement
 * @param groups the columns by which rows are grouped
 * @param distinct whether equal rows are returned once
 * @param limited whether the number of returned rows has a limit
 * @param offset whether rows are skipped before the first one
 * @param locks whether the rows are locked by reading
 * @param unresolved columns of no table that the statement names, as they are written
 */
public record AccessPath(
    List<TableUse> tables,
    List<JoinPredicate> joins,
    boolean upsert,
    boolean grouped,
    List<Aggregate> aggregates,
    List<UsedColumn> groups,
    boolean distinct,
    boolean limited,
    boolean offset,
    boolean locks,
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
    unresolved = List.copyOf(unresolved);
  }
}
