package org.portolan.advisor.live;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.NullOrder;

/** H2, whose DDL its command {@code SCRIPT} tells. */
final class H2Catalogue implements Catalogue {
  private static final String TABLES =
      "SELECT table_schema, table_name, row_count_estimate FROM information_schema.tables"
          + " WHERE table_type = 'BASE TABLE' AND table_schema <> 'INFORMATION_SCHEMA'";
  private static final String NULLS =
      "SELECT setting_value FROM information_schema.settings"
          + " WHERE setting_name = 'DEFAULT_NULL_ORDERING'";
  private static final int NOT_AN_ADMINISTRATOR = 90040;
  private static final Pattern DDL =
      Pattern.compile(
          "(?s)(CREATE (?!USER|ROLE|SCHEMA|ALIAS)|ALTER TABLE |COMMENT ON |SET COLLATION ).*");

  private final Queries queries;
  private final NullOrder nullOrder;

  H2Catalogue(Queries queries) throws SQLException {
    this.queries = queries;
    queries.execute("SET TIME ZONE 'UTC'");
    nullOrder =
        switch (queries.text(NULLS)) {
          case "HIGH" -> NullOrder.GREATEST;
          case "FIRST" -> NullOrder.FIRST;
          case "LAST" -> NullOrder.LAST;
          default -> NullOrder.LEAST; // LOW
        };
  }

  @Override
  public Dialect dialect() {
    return Dialect.H2;
  }

  @Override
  public NullOrder nullOrder() {
    return nullOrder;
  }

  @Override
  public List<LiveTable> tables() throws SQLException {
    return queries.tables(
        TABLES,
        row -> {
          String schema = row.getString(1);
          String table = row.getString(2);
          return new LiveTable(
              schema.equals("PUBLIC") ? table : schema + "." + table,
              queries.name(schema) + "." + queries.name(table),
              Queries.known(row, 3),
              OptionalLong.empty(),
              OptionalLong.empty());
        });
  }

  @Override
  public void ddl(List<LiveTable> tables, Ddl ddl) throws SQLException {
    try {
      List<String> script = queries.list("SCRIPT NODATA NOPASSWORDS", row -> row.getString(1));
      script.stream()
          .filter(statement -> DDL.matcher(statement).matches())
          .forEach(statement -> ddl.statements(statement + "\n"));
    } catch (SQLException e) {
      if (e.getErrorCode() == NOT_AN_ADMINISTRATOR) {
        throw new SQLException(
            "H2 tells its schema to administrators only: name one by --user", e.getSQLState());
      }
      throw e;
    }
  }

  /** H2 keeps the selectivity of columns alone, and only if it was asked to. */
  @Override
  public Map<String, Map<String, OwnStatistics>> ownStatistics() {
    return Map.of();
  }

  @Override
  public LiveStatements statements() {
    return LiveStatements.none("statements", "H2 counts none; give a query log by --log");
  }

  @Override
  public String bytes(String column) {
    return "OCTET_LENGTH(" + column + ")";
  }

  @Override
  public String prefix(String column, boolean binary, int length) {
    return binary
        ? "RAWTOHEX(SUBSTRING(" + column + " FROM 1 FOR " + length + "))"
        : "SUBSTRING(CAST(" + column + " AS VARCHAR) FROM 1 FOR " + length + ")";
  }
}
