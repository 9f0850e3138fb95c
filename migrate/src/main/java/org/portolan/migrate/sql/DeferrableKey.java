package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A unique key, or an exclusion, of PostgreSQL that its index alone does not keep: it is {@code
 * DEFERRABLE}, so triggers check it, and these do not run while foreign keys are not checked. Of
 * rows that it does not admit together, the ones that were inserted first stay. Used by one thread.
 */
public final class DeferrableKey {
  private static final int FETCH_ROWS = 100;

  /** Of the table and its partitions. */
  private static final String OF_TABLE =
      "WITH RECURSIVE "
          + PostgreSqlParts.OF_TABLE
          + " SELECT n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid), k.oid,"
          + " pg_get_expr(x.indpred, x.indrelid), to_jsonb(x) ->>"
          + " 'indnullsnotdistinct' FROM parts p JOIN pg_class c ON c.oid = p.id AND c.relkind = 'r'"
          + " JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_constraint k ON k.conrelid ="
          + " c.oid AND k.condeferrable AND k.contype IN ('p', 'u', 'x') JOIN pg_index x ON"
          + " x.indexrelid = k.conindid ORDER BY 1, 2, 3";

  /** Its columns and expressions, with their collations, and the operators of an exclusion. */
  private static final String ELEMENTS =
      "SELECT pg_get_indexdef(x.indexrelid, e.place, false), nc.nspname, c.collname, no.nspname,"
          + " o.oprname, a.attname FROM pg_constraint k JOIN pg_index x ON x.indexrelid ="
          + " k.conindid CROSS JOIN LATERAL generate_series(1, CAST(coalesce(to_jsonb(x) ->>"
          + " 'indnkeyatts', to_jsonb(x) ->> 'indnatts') AS int)) e (place) LEFT JOIN pg_collation"
          + " c ON c.oid = x.indcollation[e.place - 1] LEFT JOIN pg_namespace nc ON nc.oid ="
          + " c.collnamespace LEFT JOIN pg_operator o ON o.oid = k.conexclop[e.place] LEFT JOIN"
          + " pg_namespace no ON no.oid = o.oprnamespace LEFT JOIN pg_attribute a ON a.attrelid ="
          + " x.indrelid AND a.attnum = x.indkey[e.place - 1] AND a.attnum > 0 WHERE k.oid = ?"
          + " ORDER BY e.place";

  private final Database database;
  private final Connection connection;
  private final SqlTable table;
  private final String from;
  private final String name;
  private final String definition;
  private final List<String> columns;
  private final String refused;

  /** A column or an expression; the operator is empty where equal values are not admitted. */
  private record Element(String expression, String operator, String column) {}

  private DeferrableKey(
      Database database,
      Connection connection,
      SqlTable table,
      ResultSet row,
      List<Element> elements)
      throws SQLException {
    this.database = database;
    this.connection = connection;
    this.table = table;
    this.from =
        "ONLY " + database.quoted(row.getString(1)) + "." + database.quoted(row.getString(2));
    this.name = row.getString(3);
    this.definition = row.getString(4);
    this.columns = elements.stream().map(Element::column).toList();
    String predicate = row.getString(6);
    boolean exclusion = elements.stream().noneMatch(each -> each.operator().isEmpty());
    this.refused =
        exclusion
            ? excluded(from, elements, predicate == null ? "" : " WHERE " + predicate)
            : repeated(from, elements, "true".equals(row.getString(7)));
  }

  /** Returns those of a table. */
  static List<DeferrableKey> of(
      Database database, Connection connection, SqlTable table, String schema, String name)
      throws SQLException {
    List<DeferrableKey> keys = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(OF_TABLE)) {
      statement.setString(1, schema);
      statement.setString(2, name);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          List<Element> elements = elements(database, connection, row.getLong(5));
          keys.add(new DeferrableKey(database, connection, table, row, elements));
        }
      }
    }
    return keys;
  }

  private static List<Element> elements(Database database, Connection connection, long key)
      throws SQLException {
    List<Element> elements = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(ELEMENTS)) {
      statement.setLong(1, key);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          String collation = row.getString(3);
          String operator = row.getString(5);
          elements.add(
              new Element(
                  row.getString(1)
                      + (collation == null
                          ? ""
                          : " COLLATE "
                              + database.quoted(row.getString(2))
                              + "."
                              + database.quoted(collation)),
                  operator == null
                      ? ""
                      : " OPERATOR(" + database.quoted(row.getString(4)) + "." + operator + ") ",
                  row.getString(6) == null ? "" : row.getString(6)));
        }
      }
    }
    return elements;
  }

  /** Selects the places, {@code c}, of all rows but the first of those that are equal. */
  private static String repeated(String from, List<Element> elements, boolean nullsAreEqual) {
    String present =
        elements.stream()
            .map(each -> each.expression() + " IS NOT NULL")
            .collect(Collectors.joining(" AND ", " WHERE ", ""));
    return "SELECT c FROM (SELECT ctid AS c, row_number() OVER (PARTITION BY "
        + elements.stream().map(Element::expression).collect(Collectors.joining(", "))
        + " ORDER BY ctid) AS number FROM "
        + from
        + (nullsAreEqual ? "" : present)
        + ") r WHERE number > 1";
  }

  /**
   * Selects the places, {@code c}, of rows that meet an earlier one which meets no earlier one, and
   * so stays.
   */
  private static String excluded(String from, List<Element> elements, String where) {
    List<String> named = new ArrayList<>();
    for (int place = 0; place < elements.size(); place++) {
      named.add(elements.get(place).expression() + " AS e" + place);
    }
    String rows = "(SELECT ctid AS c, " + String.join(", ", named) + " FROM " + from + where + ") ";
    return "SELECT c FROM "
        + rows
        + "r WHERE EXISTS (SELECT 1 FROM "
        + rows
        + "b WHERE b.c < r.c AND "
        + meeting(elements, "b", "r")
        + " AND NOT EXISTS (SELECT 1 FROM "
        + rows
        + "a WHERE a.c < b.c AND "
        + meeting(elements, "a", "b")
        + "))";
  }

  private static String meeting(List<Element> elements, String one, String other) {
    return IntStream.range(0, elements.size())
        .mapToObj(
            place -> one + ".e" + place + elements.get(place).operator() + other + ".e" + place)
        .collect(Collectors.joining(" AND "));
  }

  /** Returns its name, and what it demands. */
  public String shown() {
    return name + ", " + definition;
  }

  /** Returns its only column; empty if it has several, or an expression. */
  public String column() {
    return columns.size() == 1 ? columns.get(0) : "";
  }

  /**
   * Takes the rows out that it does not admit.
   *
   * @param read what is read of them
   * @param removed is given each row
   * @return how many they were
   * @throws IllegalStateException if a trigger keeps them
   */
  public long remove(List<SqlColumn> read, Consumer<Object[]> removed) {
    long all = 0;
    try {
      for (long left = count(); left > 0; left = count()) {
        long count = removeOnce(read, removed);
        connection.commit();
        if (count == 0) {
          throw new IllegalStateException(
              "cannot take rows out of "
                  + table.name()
                  + " that "
                  + shown()
                  + " does not admit: a trigger keeps them; take them out yourself");
        }
        all += count;
      }
      return all;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private long count() throws SQLException {
    // Not prepared: operators may have question marks.
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                Statements.MARK
                    + "SELECT COUNT(*) AS "
                    + Statements.ALIAS
                    + " FROM ("
                    + refused
                    + ") r")) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  private long removeOnce(List<SqlColumn> read, Consumer<Object[]> removed) throws SQLException {
    RawReader[] readers = JdbcSource.readers(database, read);
    String names =
        read.stream()
            .map(column -> Statements.ALIAS + "." + database.quoted(column.name()))
            .collect(Collectors.joining(", "));
    long count = 0;
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(FETCH_ROWS);
      try (ResultSet row =
          statement.executeQuery(
              Statements.MARK
                  + "DELETE FROM "
                  + from
                  + " AS "
                  + Statements.ALIAS
                  + " USING ("
                  + refused
                  + ") r WHERE "
                  + Statements.ALIAS
                  + ".ctid = r.c RETURNING "
                  + (names.isEmpty() ? "1" : names))) {
        while (row.next()) {
          count++;
          removed.accept(JdbcSource.values(row, readers));
        }
      }
    }
    return count;
  }

  private RuntimeException failure(SQLException failure) {
    return database.failure(
        "take out the rows of " + table.name() + " that " + shown() + " does not admit",
        connection,
        failure);
  }
}
