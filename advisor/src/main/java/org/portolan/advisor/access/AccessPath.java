package org.portolan.advisor.access;

import java.util.List;

/**
 * What a statement does to the tables.
 *
 * @param tables the uses of tables, in the order of the statement, those of subqueries too
 * @param joins the equalities between columns of two uses
 * @param upsert whether an INSERT changes the row that exists
 * @param grouped whether rows are grouped or an aggregate function is used
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
    boolean distinct,
    boolean limited,
    boolean offset,
    boolean locks,
    List<String> unresolved) {

  public AccessPath {
    tables = List.copyOf(tables);
    joins = List.copyOf(joins);
    unresolved = List.copyOf(unresolved);
  }
}
