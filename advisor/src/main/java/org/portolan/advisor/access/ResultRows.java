package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the rows of the tables are to the rows of the result, and in which order these come.
 *
 * @param exact whether each combination of rows that agree is one row of the result, unless
 *     DISTINCT makes equal ones one, and the number of rows that the statement wants is known
 * @param columns those of its columns that are a column of a table
 * @param order the items of ORDER BY, those of subqueries too
 * @param parts what the rows of each use are to those of the result
 */
public record ResultRows(
    boolean exact, Set<AccessPath.UsedColumn> columns, List<Ordered> order, List<Part> parts) {

  /** What the rows of a use are to those of the result. */
  public enum Part {
    /** Each row of the result has one of them. */
    ROW,
    /** A row of the result has one of them, or none, by an outer join. */
    OPTIONAL,
    /** Whether there is one decides on a row of the result: they are those of a subquery. */
    CONDITION,
    /** A row of the result has a value of them, by a subquery beside it. */
    VALUE,
    /** A condition looks at them that no read compares, as NOT EXISTS does. */
    FILTER
  }

  /** Whether rows come in the order of an item as a store lists them. */
  public enum Kept {
    KEPT,
    /** It is no column. */
    EXPRESSION,
    /** Nulls, which its column may have, stand at the other end. */
    NULLS,
    /** The order of its type is another one than that of the texts, as which it is kept. */
    TYPE,
    /** They do not come in the order of an item before it. */
    BEHIND
  }

  /**
   * An item of ORDER BY.
   *
   * @param column empty if it is no column
   * @param nullsFirst whether rows come first that have no value of it
   * @param nested whether it orders the rows of a subquery, which are not those of the result
   * @param text as it is written
   */
  public record Ordered(
      Optional<AccessPath.UsedColumn> column,
      boolean descending,
      boolean nullsFirst,
      Kept kept,
      boolean nested,
      String text) {

    private Ordered behind(int uses) {
      return new Ordered(
          column.map(of -> new AccessPath.UsedColumn(of.use() + uses, of.column())),
          descending,
          nullsFirst,
          kept,
          nested,
          text);
    }
  }

  public ResultRows {
    columns = Set.copyOf(columns);
    order = List.copyOf(order);
    parts = List.copyOf(parts);
  }

  /** Returns the rows of paths that are read one after the other: the application joins them. */
  static ResultRows together(List<AccessPath> sides) {
    List<Ordered> order = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    for (AccessPath side : sides) {
      side.result().order().forEach(item -> order.add(item.behind(parts.size())));
      parts.addAll(side.result().parts());
    }
    return new ResultRows(false, Set.of(), order, parts);
  }

  /** Returns the columns of a use by which the rows are ordered. */
  public List<Ordered> order(int use) {
    return order.stream()
        .filter(item -> item.column().filter(column -> column.use() == use).isPresent())
        .toList();
  }
}
