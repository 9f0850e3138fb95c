package org.portolan.advisor.serve;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.table.PlannedTable;

/**
 * How many rows there are, and how large. What the schema and the data do not tell is assumed:
 * {@link #ROWS_ASSUMED} rows in a table, {@link #CHILDREN_ASSUMED} of them under each row that owns
 * them.
 */
public final class Estimates {
  public static final long ROWS_ASSUMED = 100_000;
  public static final long CHILDREN_ASSUMED = 10;

  /** Rows that agree in columns of which nothing is known. */
  private static final long PEERS_ASSUMED = 100;

  private static final int TEXT_BYTES = 20;
  private static final int LONG_TEXT_BYTES = 2_000;
  private static final int NUMBER_BYTES = 8;

  private final Map<String, PlannedTable> tables;
  private final List<Relationship> relationships;

  public Estimates(Map<String, PlannedTable> tables, List<Relationship> relationships) {
    this.tables = tables;
    this.relationships = relationships;
  }

  /** Returns whether the number of rows of a table is known. */
  public boolean isCounted(PlannedTable table) {
    return table.source().rows().orElse(0) > 0;
  }

  /** Returns the rows of a table, at least one. */
  public double rows(PlannedTable table) {
    OptionalLong counted = table.source().rows();
    return counted.orElse(0) > 0 ? counted.getAsLong() : ROWS_ASSUMED;
  }

  /** Returns how many rows agree in columns, on average, at least one. */
  public double perValue(PlannedTable table, List<String> columns) {
    if (columns.isEmpty()) {
      return rows(table);
    }
    if (table.identity().isIn(columns) || isUnique(table, columns)) {
      return 1;
    }
    double rows = rows(table);
    double peers = rows;
    for (Relationship relationship : relationships) {
      boolean refers =
          relationship.from().equals(table.source().name())
              && columns.containsAll(relationship.fromColumns());
      if (refers) {
        peers = Math.min(peers, children(table, tables.get(relationship.to())));
      }
    }
    double values = 1;
    for (String column : columns) {
      values *= distinct(table.column(column).source(), rows);
    }
    return Math.max(1, Math.min(peers, rows / Math.min(rows, values)));
  }

  private double children(PlannedTable table, PlannedTable owner) {
    return isCounted(table) && isCounted(owner)
        ? Math.max(1, rows(table) / rows(owner))
        : CHILDREN_ASSUMED;
  }

  private static double distinct(Column column, double rows) {
    return switch (column.type().family()) {
      case ENUM -> Math.max(2, column.type().values().size());
      case BOOLEAN -> 2;
      default -> column.type().name().equals("tinyint") ? 4 : Math.max(2, rows / PEERS_ASSUMED);
    };
  }

  private static boolean isUnique(PlannedTable table, List<String> columns) {
    return table.uniqueKeys().stream().anyMatch(columns::containsAll);
  }

  /** Returns the bytes of a row, about. */
  public double rowBytes(PlannedTable table) {
    return table.columns().stream()
        .mapToDouble(
            column ->
                switch (column.type().element().kind()) {
                  case TEXT -> TEXT_BYTES;
                  case COMPRESSED_TEXT, BYTES -> LONG_TEXT_BYTES;
                  default -> NUMBER_BYTES;
                })
        .sum();
  }
}
