package org.portolan.advisor.live;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.Inclusion;
import org.portolan.advisor.statistics.KeyCheck;
import org.portolan.advisor.statistics.Skew;
import org.portolan.advisor.statistics.TableStatistics;

/** Asks how the values of columns are spread, and whether they exist elsewhere. */
final class RelationReading {
  /** Up to this number of rows, all rows of an index are counted by their values. */
  static final long GROUPED_MAX = 1_000_000;

  private static final int INCLUSION_ROWS_MAX = 1_000;
  private static final long LOOKED_UP_WITHOUT_INDEX_MAX = 10_000;

  private final Queries queries;

  RelationReading(Queries queries) {
    this.queries = queries;
  }

  private List<String> names(Table table, List<String> columns) {
    return columns.stream()
        .map(name -> queries.name(table.column(name).map(Column::name).orElse(name)))
        .toList();
  }

  /** Returns how many rows have the same values; empty if nothing bounds the cost. */
  Optional<Skew> skew(Relationship relationship, Table from, String sql, TableStatistics known)
      throws SQLException {
    long rows = known.rows().orElse(0);
    if (rows == 0) {
      return Optional.empty();
    }
    if (rows <= GROUPED_MAX && from.isIndexed(relationship.fromColumns())) {
      return grouped(relationship, names(from, relationship.fromColumns()), sql, rows);
    }
    return relationship.fromColumns().size() == 1
        ? from.column(relationship.fromColumns().get(0))
            .flatMap(column -> known.column(column.name()))
            .flatMap(column -> estimated(relationship, column, rows))
        : Optional.empty();
  }

  private Optional<Skew> grouped(
      Relationship relationship, List<String> columns, String sql, long rows) throws SQLException {
    String list = String.join(", ", columns);
    String present =
        columns.stream().map(name -> name + " IS NOT NULL").collect(Collectors.joining(" AND "));
    String groups = " FROM " + sql + " " + Spread.ALIAS + " WHERE " + present + " GROUP BY " + list;
    long[] sums =
        queries
            .list(
                "SELECT COUNT(*), MAX(n), SUM(n) FROM (SELECT COUNT(*) AS n" + groups + ") g",
                row -> new long[] {row.getLong(1), row.getLong(2), row.getLong(3)})
            .get(0);
    if (sums[0] == 0) {
      return Optional.empty();
    }
    List<CommonValue> common =
        queries
            .list(
                "SELECT COUNT(*) AS n, "
                    + list
                    + groups
                    + " ORDER BY n DESC, "
                    + list
                    + " LIMIT "
                    + ColumnTally.COMMON_MAX,
                row -> {
                  List<String> values = new ArrayList<>();
                  for (int i = 0; i < columns.size(); i++) {
                    values.add(row.getString(i + 2));
                  }
                  String text = String.join(", ", values);
                  String kept =
                      text.substring(0, Math.min(text.length(), TableReading.PREFIX_CHARS));
                  return new CommonValue(kept, (double) row.getLong(1) / Math.max(rows, sums[2]));
                })
            .stream()
            .toList();
    return Optional.of(skew(relationship, (double) sums[2] / sums[0], sums[1], common, true));
  }

  private static Optional<Skew> estimated(
      Relationship relationship, ColumnStatistics column, long rows) {
    if (column.distinct() == 0) {
      return Optional.empty();
    }
    double mean = rows * (1 - column.nullShare()) / column.distinct();
    double most = column.mostCommon().isEmpty() ? 0 : column.mostCommon().get(0).share() * rows;
    long max = Math.round(Math.max(Math.ceil(mean), most));
    return Optional.of(skew(relationship, mean, max, column.mostCommon(), false));
  }

  private static Skew skew(
      Relationship of, double mean, long max, List<CommonValue> common, boolean exact) {
    return new Skew(of.from(), of.fromColumns(), of.to(), of.toColumns(), mean, max, common, exact);
  }

  /** Returns how many values exist on the other side; empty if looking them up is unbounded. */
  Optional<Inclusion> inclusion(
      Relationship relationship, Table from, Spread rows, Table to, String toSql, long toRows)
      throws SQLException {
    boolean quick = to.isIndexed(relationship.toColumns()) || toRows <= LOOKED_UP_WITHOUT_INDEX_MAX;
    if (!quick) {
      return Optional.empty();
    }
    List<String> columns = names(from, relationship.fromColumns());
    List<String> targets = names(to, relationship.toColumns());
    String list = numbered(columns.size());
    String present =
        IntStream.rangeClosed(1, columns.size())
            .mapToObj(i -> "c" + i + " IS NOT NULL")
            .collect(Collectors.joining(" AND "));
    String equal =
        IntStream.range(0, targets.size())
            .mapToObj(i -> "portolan_read_to." + targets.get(i) + " = s.c" + (i + 1))
            .collect(Collectors.joining(" AND "));
    String sql =
        "SELECT COUNT(*), COUNT(CASE WHEN EXISTS (SELECT 1 FROM "
            + toSql
            + " portolan_read_to WHERE "
            + equal
            + ") THEN 1 END) FROM (SELECT DISTINCT "
            + list
            + " FROM ("
            + rows.select(columns, INCLUSION_ROWS_MAX)
            + ") u WHERE "
            + present
            + ") s";
    return queries
        .list(
            sql,
            row ->
                new Inclusion(
                    relationship.from(),
                    relationship.fromColumns(),
                    relationship.to(),
                    relationship.toColumns(),
                    row.getLong(1),
                    row.getLong(2)))
        .stream()
        .findFirst();
  }

  private static String numbered(int columns) {
    return IntStream.rangeClosed(1, columns)
        .mapToObj(i -> "c" + i)
        .collect(Collectors.joining(", "));
  }

  /** Returns whether rows differ in columns. */
  KeyCheck key(ProposedKey key, Table table, Spread rows) throws SQLException {
    List<String> columns = names(table, key.columns());
    String sql =
        "SELECT COUNT(*), COALESCE(SUM(n), 0) FROM (SELECT COUNT(*) AS n FROM ("
            + rows.select(columns, TableReading.ROWS_MAX)
            + ") u GROUP BY "
            + numbered(columns.size())
            + ") g";
    return queries
        .list(
            sql,
            row ->
                new KeyCheck(
                    key.table(), key.columns(), row.getLong(2), row.getLong(1), rows.isWhole()))
        .get(0);
  }
}
