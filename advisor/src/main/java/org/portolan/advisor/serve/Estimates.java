package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.DatabaseStatistics;
import org.portolan.advisor.statistics.Skew;
import org.portolan.advisor.statistics.TableStatistics;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;

/**
 * How many rows there are, and how large. What the schema and the data do not tell is assumed:
 * {@link #ROWS_ASSUMED} rows in a table, {@link #CHILDREN_ASSUMED} of them under each row that owns
 * them. Keeps what it has estimated. Not thread-safe.
 */
public final class Estimates {
  public static final long ROWS_ASSUMED = 100_000;
  public static final long ROWS_MIN = 1_000;
  public static final long CHILDREN_ASSUMED = 10;

  /** Values of a list that a statement gives, as in {@code IN (?)}. */
  public static final int LISTED_VALUES = 10;

  /** Rows under columns after which an index of the schema has further ones. */
  private static final double NARROWED_MIN = 1_000;

  /** Columns that have few values, by their usual names. */
  private static final Pattern FEW =
      Pattern.compile(
          "(?i)(.*_)?(status|state|type|kind|level|lang|language|locale|taxonomy|role|approved|"
              + "active|enabled|visible|hidden|deleted|published|private|latest|minor)|(is|has)_.*");

  private static final double FEW_VALUES = 5;

  /** The share of nulls of a column of which nothing is known. */
  private static final double NULLS_ASSUMED = 0.05;

  private static final int TEXT_BYTES = 20;
  private static final int LONG_TEXT_BYTES = 2_000;
  private static final int NUMBER_BYTES = 8;

  private final Map<String, PlannedTable> tables;
  private final List<Relationship> relationships;
  private final DatabaseStatistics statistics;
  private final Map<String, Double> rowBytes = new HashMap<>();
  private final Map<String, Map<List<String>, Double>> perValue = new HashMap<>();

  public Estimates(
      Map<String, PlannedTable> tables,
      List<Relationship> relationships,
      DatabaseStatistics statistics) {
    this.tables = tables;
    this.relationships = relationships;
    this.statistics = statistics;
  }

  /** Returns whether the number of rows of a table is known. */
  public boolean isCounted(PlannedTable table) {
    return counted(table) > 0;
  }

  private long counted(PlannedTable table) {
    return statistics
        .table(table.source().name())
        .map(TableStatistics::rows)
        .filter(OptionalLong::isPresent)
        .orElse(table.source().rows())
        .orElse(0);
  }

  /**
   * Returns the rows of a table. A table of a few rows may be one of a test database, so it counts
   * as {@link #ROWS_MIN}.
   */
  public double rows(PlannedTable table) {
    long counted = counted(table);
    return counted > 0 ? Math.max(ROWS_MIN, counted) : ROWS_ASSUMED;
  }

  /** Returns what a live database told of the values of a column. */
  public Optional<ColumnStatistics> column(PlannedTable table, String column) {
    return statistics.table(table.source().name()).flatMap(of -> of.column(column));
  }

  /** Returns how many rows agree in columns, on average, at least one. */
  public double perValue(PlannedTable table, List<String> columns) {
    if (columns.isEmpty()) {
      return rows(table);
    }
    return perValue
        .computeIfAbsent(table.source().name(), any -> new HashMap<>())
        .computeIfAbsent(List.copyOf(columns), any -> estimated(table, columns));
  }

  private double estimated(PlannedTable table, List<String> columns) {
    if (table.identity().isIn(columns) || isUnique(table, columns)) {
      return 1;
    }
    double rows = rows(table);
    List<Double> shares = new ArrayList<>();
    Set<String> left = new LinkedHashSet<>(columns);
    for (Relationship relationship : relationships) {
      boolean refers =
          relationship.from().equals(table.source().name())
              && left.containsAll(relationship.fromColumns());
      if (refers) {
        shares.add(children(relationship, table) / rows);
        relationship.fromColumns().forEach(left::remove);
      }
    }
    for (String column : left) {
      shares.add(1 / distinct(table, column, rows));
    }
    // Columns are seldom independent: each further one counts less, the most selective first.
    Collections.sort(shares);
    double share = 1;
    double weight = 1;
    for (double each : shares) {
      share *= Math.pow(Math.min(1, each), weight);
      weight /= 2;
    }
    double found = Math.max(1, rows * share);
    return isNarrowedByIndex(table, columns) ? Math.max(NARROWED_MIN, found) : found;
  }

  /** An index that goes on after these columns says that they leave too many rows. */
  private static boolean isNarrowedByIndex(PlannedTable table, List<String> columns) {
    return table.source().keys().stream()
        .filter(key -> key.kind() == Key.Kind.SECONDARY)
        .filter(key -> key.columns().size() > columns.size())
        .anyMatch(
            key ->
                key.columns().subList(0, columns.size()).stream()
                    .allMatch(part -> columns.stream().anyMatch(part::equalsIgnoreCase)));
  }

  /** Returns the share of rows in which a column is null. */
  public double nullShare(PlannedTable table, String column) {
    return column(table, column).map(ColumnStatistics::nullShare).orElse(NULLS_ASSUMED);
  }

  private double children(Relationship relationship, PlannedTable table) {
    PlannedTable owner = tables.get(relationship.to());
    double mean =
        isCounted(table) && isCounted(owner)
            ? Math.max(1, rows(table) / rows(owner))
            : CHILDREN_ASSUMED;
    return skew(relationship).map(Skew::rowsMean).orElse(mean);
  }

  private Optional<Skew> skew(Relationship relationship) {
    return statistics.skew(
        relationship.from(),
        relationship.fromColumns(),
        relationship.to(),
        relationship.toColumns());
  }

  /** Returns how many rows agree in columns at most, as far as that is known. */
  public double perValueMax(PlannedTable table, List<String> columns) {
    double most = perValue(table, columns);
    for (Relationship relationship : relationships) {
      boolean same =
          relationship.from().equals(table.source().name())
              && relationship.fromColumns().equals(columns);
      if (same) {
        most = Math.max(most, skew(relationship).map(Skew::rowsMax).orElse(0L));
      }
    }
    if (columns.size() == 1) {
      double share =
          column(table, columns.get(0)).stream()
              .flatMap(of -> of.mostCommon().stream())
              .mapToDouble(CommonValue::share)
              .max()
              .orElse(0);
      most = Math.max(most, share * rows(table));
    }
    return most;
  }

  private double distinct(PlannedTable table, String name, double rows) {
    Optional<ColumnStatistics> known = column(table, name);
    if (known.isPresent() && known.get().distinct() > 0) {
      return known.get().distinct();
    }
    Column column = table.column(name).source();
    return switch (column.type().family()) {
      case ENUM -> Math.max(2, column.type().values().size());
      case BOOLEAN -> 2;
      default ->
          FEW.matcher(name).matches() || column.type().name().equals("tinyint")
              ? FEW_VALUES
              : Math.max(2, Math.sqrt(rows));
    };
  }

  private static boolean isUnique(PlannedTable table, List<String> columns) {
    return table.uniqueKeys().stream().anyMatch(columns::containsAll);
  }

  /** Returns the bytes of a row, about. */
  public double rowBytes(PlannedTable table) {
    return rowBytes.computeIfAbsent(table.source().name(), any -> sum(table));
  }

  private double sum(PlannedTable table) {
    return table.columns().stream().mapToDouble(column -> bytes(table, column)).sum();
  }

  private double bytes(PlannedTable table, PlannedColumn column) {
    Optional<ColumnStatistics> known = column(table, column.source().name());
    if (known.isPresent() && known.get().bytesMean() > 0) {
      return known.get().bytesMean() * (1 - known.get().nullShare());
    }
    return switch (column.type().element().kind()) {
      case TEXT -> TEXT_BYTES;
      case COMPRESSED_TEXT, BYTES -> LONG_TEXT_BYTES;
      default -> NUMBER_BYTES;
    };
  }
}
