package org.portolan.advisor.infer;

import java.util.List;

/**
 * Rows of one table that refer to rows of another, or of the same table.
 *
 * @param from the table that refers
 * @param fromColumns its columns, in the order of {@code toColumns}
 * @param to the table that is referred to
 * @param fromUnique whether at most one row refers to a row: then the tables are one to one
 * @param toUnique whether at most one row is referred to; if not, several share the values
 * @param evidence the reasons, the strongest first
 * @param confidence the probability that the relationship exists, from the weights of independent
 *     reasons: 1 - Π (1 - weight), times Π (1 + weight) of the reasons against it
 */
public record Relationship(
    String from,
    List<String> fromColumns,
    String to,
    List<String> toColumns,
    boolean fromUnique,
    boolean toUnique,
    List<Evidence> evidence,
    double confidence) {

  public Relationship {
    fromColumns = List.copyOf(fromColumns);
    toColumns = List.copyOf(toColumns);
    evidence = List.copyOf(evidence);
  }

  public boolean isDeclared() {
    return evidence.stream().anyMatch(any -> any.kind() == Evidence.Kind.DECLARED);
  }

  /** Returns {@code orders.user_id -> users.id}. */
  public String path() {
    return side(from, fromColumns) + " -> " + side(to, toColumns);
  }

  private static String side(String table, List<String> columns) {
    return columns.size() == 1
        ? table + "." + columns.get(0)
        : table + ".(" + String.join(", ", columns) + ")";
  }
}
