package org.portolan.advisor.live;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.advisor.sql.Dialect;
import org.portolan.jdbc.Connector;

/** MySQL and MariaDB, whose DDL {@code SHOW CREATE TABLE} tells as dumps have it. */
final class MysqlCatalogue implements Catalogue {
  private static final String TABLES =
      "SELECT table_name, table_rows, data_length, index_length FROM information_schema.tables"
          + " WHERE table_schema = DATABASE() AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED')";
  private static final String VIEWS =
      "SELECT table_name FROM information_schema.views WHERE table_schema = DATABASE()";

  private static final String OWN =
      "SELECT table_name, column_name, min_value, max_value, nulls_ratio, avg_length,"
          + " avg_frequency FROM mysql.column_stats portolan_read WHERE db_name = DATABASE()"
          + " AND avg_frequency > 0 AND nulls_ratio IS NOT NULL";

  private final Queries queries;

  MysqlCatalogue(Queries queries) throws SQLException {
    this.queries = queries;
    // As dumps do: names in backticks, strings with backslashes.
    queries.execute("SET SESSION sql_mode = ''");
    queries.execute("SET SESSION time_zone = '+00:00'");
    if (queries.text("SELECT DATABASE()").isEmpty()) {
      throw new SQLException("the URL names no database: add it after the port, as /DATABASE");
    }
  }

  @Override
  public Dialect dialect() {
    return Dialect.MYSQL;
  }

  @Override
  public List<LiveTable> tables() throws SQLException {
    return queries.tables(
        TABLES,
        row ->
            new LiveTable(
                row.getString(1),
                queries.name(row.getString(1)),
                Queries.known(row, 2),
                Queries.known(row, 3),
                Queries.known(row, 4)));
  }

  @Override
  public void ddl(List<LiveTable> tables, Ddl ddl) throws SQLException {
    for (LiveTable table : tables) {
      try {
        ddl.statements(
            queries.list("SHOW CREATE TABLE " + table.sql(), row -> row.getString(2)).get(0)
                + ";\n");
      } catch (SQLException e) {
        ddl.failed(table, e);
      }
    }
    for (String view : queries.list(VIEWS, row -> row.getString(1))) {
      ddl.statements("CREATE VIEW " + queries.name(view) + " AS SELECT 1;\n");
    }
  }

  /** Statistics that do not depend on the engine: only MariaDB has them, after ANALYZE. */
  @Override
  public Map<String, Map<String, OwnStatistics>> ownStatistics() throws SQLException {
    Map<String, Map<String, OwnStatistics>> all = new HashMap<>();
    queries.list(
        OWN,
        row ->
            all.computeIfAbsent(row.getString(1), any -> new HashMap<>())
                .put(
                    row.getString(2),
                    new OwnStatistics(
                        -(1 - row.getDouble(5)) / row.getDouble(7),
                        row.getDouble(5),
                        row.getDouble(6),
                        List.of(),
                        List.of(),
                        Optional.ofNullable(row.getString(3)),
                        Optional.ofNullable(row.getString(4)))));
    return all;
  }

  @Override
  public LiveStatements statements() throws SQLException {
    return StatementDigests.read(queries, Connector.isMariaDb(queries.connection()));
  }

  @Override
  public String bytes(String column) {
    return "LENGTH(" + column + ")";
  }

  @Override
  public String prefix(String column, boolean binary, int length) {
    return binary
        ? "HEX(LEFT(" + column + ", " + length + "))"
        : "LEFT(" + column + ", " + length + ")";
  }
}
