package org.portolan.advisor.live;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.TableStatistics;

/** Counts and samples the rows of a table. Not thread-safe. */
final class TableReading {
  /** How many rows of a table are read. */
  static final int ROWS_MAX = 5_000;

  /** Up to this estimate, rows are counted. */
  static final long COUNTED_MAX = 100_000;

  static final int PREFIX_CHARS = 200;

  private final Queries queries;
  private final Catalogue catalogue;

  TableReading(Queries queries, Catalogue catalogue) {
    this.queries = queries;
    this.catalogue = catalogue;
  }

  /**
   * A table that was read.
   *
   * @param spread the rows for further questions
   */
  record Read(TableStatistics statistics, Spread spread) {}

  Read read(LiveTable live, Table table, Map<String, OwnStatistics> own) throws SQLException {
    OptionalLong rows = live.rows();
    boolean exact = rows.isEmpty() || rows.getAsLong() <= COUNTED_MAX;
    if (exact) {
      rows =
          OptionalLong.of(
              queries.number("SELECT COUNT(*) FROM " + live.from() + " " + Spread.ALIAS));
    }
    boolean whole = exact && rows.getAsLong() <= ROWS_MAX;
    Spread spread = whole ? Spread.whole(live) : Spread.of(live, table, queries);
    return new Read(statistics(live, table, own, rows.getAsLong(), exact, spread), spread);
  }

  private TableStatistics statistics(
      LiveTable live,
      Table table,
      Map<String, OwnStatistics> own,
      long rows,
      boolean exact,
      Spread spread)
      throws SQLException {
    List<Column> columns =
        table.columns().stream().filter(column -> catalogue.canRead(column.type())).toList();
    Map<String, ColumnTally> tallies = new LinkedHashMap<>();
    columns.forEach(column -> tallies.put(column.name(), new ColumnTally(column.type())));
    long sampled = rows == 0 || columns.isEmpty() ? 0 : sample(columns, spread, tallies);
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    for (Column column : columns) {
      boolean unique = table.isUnique(List.of(column.name()));
      ColumnStatistics read = tallies.get(column.name()).statistics(spread.isWhole(), rows, unique);
      OwnStatistics known = spread.isWhole() ? null : own.get(column.name());
      statistics.put(column.name(), known == null ? read : known.with(read, rows));
    }
    return new TableStatistics(
        OptionalLong.of(rows), exact, live.bytes(), live.indexBytes(), sampled, statistics);
  }

  private long sample(List<Column> columns, Spread spread, Map<String, ColumnTally> tallies)
      throws SQLException {
    List<String> expressions = new ArrayList<>();
    for (Column column : columns) {
      String name = queries.name(column.name());
      if (isLong(column.type())) {
        boolean binary = column.type().family() == ColumnType.Family.BINARY;
        expressions.add(catalogue.prefix(name, binary, PREFIX_CHARS));
        expressions.add(catalogue.bytes(name));
      } else {
        expressions.add(name);
      }
    }
    return queries
        .list(
            spread.select(expressions, ROWS_MAX),
            row -> {
              add(row, columns, tallies);
              return 1;
            })
        .size();
  }

  private static void add(ResultSet row, List<Column> columns, Map<String, ColumnTally> tallies)
      throws SQLException {
    int place = 1;
    for (Column column : columns) {
      String value = row.getString(place++);
      long bytes =
          isLong(column.type())
              ? row.getLong(place++)
              : value == null ? 0 : Widths.bytes(column.type(), value);
      tallies.get(column.name()).add(value, bytes);
    }
  }

  /** Whether values may be long, so that only their beginnings are read. */
  private static boolean isLong(ColumnType type) {
    return switch (type.family()) {
      case TEXT, BINARY, JSON, OTHER -> true;
      default -> false;
    };
  }
}
