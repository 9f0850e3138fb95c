package org.portolan.migrate.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.jdbc.JdbcFailures;

/**
 * Inserts rows into one table, in transactions of some hundred rows, and reads each again before
 * its transaction ends: databases cut, round, respell and replace values without a word. A row that
 * is not as it was meant is not inserted. Used by one thread.
 */
public final class Insertion implements AutoCloseable {
  /** PostgreSQL's protocol counts parameters in 16 bits, older drivers in 15. */
  private static final int PARAMETERS_MAX = 32_000;

  /** How rows are read again. */
  public enum Reading {
    /** As the statement that inserts them returns them. */
    RETURNED,
    /** By their key. */
    BY_KEY,
    /** Not at all: the database does not return them, and they have no key. */
    NOT
  }

  /** Why a row is not inserted, and which column is to blame; empty if no single one is. */
  public record Refusal(String column, String reason) {}

  /** Decides about rows, by their places in the list that is inserted. */
  public interface Judge {
    /** Returns what is wrong with a row as the database has it, if anything is. */
    Optional<Refusal> judge(int place, Object[] found);

    /** Is told of a row that is not inserted. */
    void refused(int place, Refusal refusal);
  }

  private final Database database;
  private final Connection connection;
  private final SqlTable table;
  private final List<SqlColumn> columns;
  private final Reading reading;
  private final List<String> triggers;
  private final List<Integer> key;
  private final RawReader[] readers;
  private final Map<Integer, PreparedStatement> statements = new HashMap<>();

  /**
   * Prepares for the rows of a table.
   *
   * @param columns that are written
   * @param returning whether the database can return the rows that a statement inserts
   * @param triggers that run when rows are inserted
   */
  Insertion(
      Database database,
      Connection connection,
      SqlTable table,
      List<SqlColumn> columns,
      boolean returning,
      List<String> triggers) {
    this.database = database;
    this.connection = connection;
    this.table = table;
    this.columns = List.copyOf(columns);
    this.triggers = List.copyOf(triggers);
    this.key = key();
    this.readers = JdbcSource.readers(database, columns);
    // What a trigger changes after the statement is not in what the statement returns.
    boolean byKey = !key.isEmpty() && (!returning || !triggers.isEmpty());
    this.reading = byKey ? Reading.BY_KEY : returning ? Reading.RETURNED : Reading.NOT;
  }

  /** Returns the places of the first key of the table of which all columns are written. */
  private List<Integer> key() {
    List<String> names = columns.stream().map(SqlColumn::name).toList();
    return table.keys().stream()
        .filter(names::containsAll)
        .findFirst()
        .map(found -> found.stream().map(names::indexOf).toList())
        .orElse(List.of());
  }

  public Reading reading() {
    return reading;
  }

  public List<String> triggers() {
    return triggers;
  }

  /** Returns whether triggers may change rows after these were read again. */
  public boolean isBeforeTriggers() {
    return reading == Reading.RETURNED && !triggers.isEmpty();
  }

  /** Inserts rows, in one transaction as far as the database takes them so. */
  public void insert(List<Object[]> rows, Judge judge) {
    try {
      insert(rows, 0, rows.size(), judge);
    } catch (SQLException e) {
      throw database.failure("insert into " + table.name(), e);
    }
  }

  /** Inserts some rows in a transaction; if it is refused at its end, each half of them. */
  private void insert(List<Object[]> rows, int from, int to, Judge judge) throws SQLException {
    int most = Math.max(1, PARAMETERS_MAX / Math.max(1, columns.size()));
    Map<Integer, Refusal> refused = new TreeMap<>();
    for (int first = from; first < to; first += most) {
      insert(rows, first, Math.min(to, first + most), judge, refused);
    }
    try {
      connection.commit();
    } catch (SQLException e) {
      if (JdbcFailures.isConnectionLost(e) || from == to) {
        throw e;
      }
      connection.rollback();
      if (to - from == 1) {
        judge.refused(from, new Refusal("", JdbcFailures.reason(e)));
        return;
      }
      int middle = (from + to) >>> 1;
      insert(rows, from, middle, judge);
      insert(rows, middle, to, judge);
      return;
    }
    refused.forEach(judge::refused);
  }

  /** Inserts some rows at once; if one of them does not fit, each half of them. */
  private void insert(
      List<Object[]> rows, int from, int to, Judge judge, Map<Integer, Refusal> refused)
      throws SQLException {
    Savepoint before = connection.setSavepoint();
    Optional<Refusal> refusal;
    try {
      List<Object[]> found = inserted(rows.subList(from, to));
      refusal =
          IntStream.range(from, to)
              .mapToObj(place -> judged(place, found.get(place - from), judge))
              .flatMap(Optional::stream)
              .findFirst();
    } catch (SQLException e) {
      if (JdbcFailures.isConnectionLost(e)) {
        throw e;
      }
      refusal = Optional.of(new Refusal("", JdbcFailures.reason(e)));
    }
    if (refusal.isEmpty()) {
      connection.releaseSavepoint(before);
      return;
    }
    connection.rollback(before);
    if (to - from == 1) {
      refused.put(from, refusal.get());
      return;
    }
    int middle = (from + to) >>> 1;
    insert(rows, from, middle, judge, refused);
    insert(rows, middle, to, judge, refused);
  }

  private Optional<Refusal> judged(int place, Object[] found, Judge judge) {
    if (found == null) {
      return Optional.of(
          new Refusal("", "is not in the table after it was inserted" + ofTriggers()));
    }
    return judge
        .judge(place, found)
        .map(refusal -> new Refusal(refusal.column(), refusal.reason() + ofTriggers()));
  }

  private String ofTriggers() {
    return triggers.isEmpty()
        ? ""
        : "; the table has triggers, " + String.join(", ", triggers) + ": drop them meanwhile";
  }

  /** Inserts rows and returns them as the table has them, each null if it is not found. */
  private List<Object[]> inserted(List<Object[]> rows) throws SQLException {
    // Rows of one statement may refer to each other.
    constraints("DEFERRED");
    if (columns.isEmpty() || reading != Reading.RETURNED) {
      insertBatch(rows);
      constraints("IMMEDIATE");
      return reading == Reading.BY_KEY ? byKey(rows) : rows;
    }
    PreparedStatement statement = statement(rows.size());
    int parameter = 0;
    for (Object[] row : rows) {
      set(statement, parameter, row);
      parameter += row.length;
    }
    List<Object[]> found = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        found.add(JdbcSource.values(row, readers));
      }
    }
    constraints("IMMEDIATE");
    // A trigger may leave rows out: then it is unknown which these are.
    return found.size() == rows.size() ? found : Arrays.asList(new Object[rows.size()][]);
  }

  /**
   * Lets PostgreSQL check constraints and run triggers that wait for the end of the transaction, or
   * lets them wait.
   */
  private void constraints(String when) throws SQLException {
    if (database.kind() == DatabaseKind.POSTGRESQL) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET CONSTRAINTS ALL " + when);
      }
    }
  }

  private void insertBatch(List<Object[]> rows) throws SQLException {
    PreparedStatement statement = statement(1);
    statement.clearBatch();
    for (Object[] row : rows) {
      set(statement, 0, row);
      statement.addBatch();
    }
    int[] unused = statement.executeBatch();
  }

  private List<Object[]> byKey(List<Object[]> rows) throws SQLException {
    Map<List<Object>, Object[]> found = new HashMap<>();
    List<SqlColumn> by = key.stream().map(columns::get).toList();
    RowQuery query = new RowQuery(table, columns, List.of(), List.of(), true);
    List<List<Object>> keys =
        rows.stream().map(row -> key.stream().map(place -> row[place]).toList()).toList();
    KeyedQuery.read(
        database, connection, query, by, keys, values -> found.put(comparable(values), values));
    return rows.stream().map(row -> found.get(comparable(row))).collect(Collectors.toList());
  }

  private List<Object> comparable(Object[] row) {
    return key.stream()
        .map(
            place -> row[place] instanceof BigDecimal each ? each.stripTrailingZeros() : row[place])
        .collect(Collectors.toList());
  }

  private void set(PreparedStatement statement, int before, Object[] row) throws SQLException {
    for (int place = 0; place < row.length; place++) {
      Parameters.set(
          database.kind(), statement, before + place + 1, columns.get(place), row[place]);
    }
  }

  private PreparedStatement statement(int rows) throws SQLException {
    PreparedStatement prepared = statements.get(rows);
    if (prepared == null) {
      prepared = connection.prepareStatement(sql(rows));
      statements.put(rows, prepared);
    }
    return prepared;
  }

  private String sql(int rows) {
    String insert = "INSERT INTO " + table.sql();
    if (columns.isEmpty()) {
      return Statements.MARK
          + insert
          + (database.kind().isMysql() ? " () VALUES ()" : " DEFAULT VALUES");
    }
    List<String> names = columns.stream().map(column -> database.quoted(column.name())).toList();
    String marks =
        columns.stream()
            .map(column -> Parameters.placeholder(database.kind(), column))
            .collect(Collectors.joining(", ", "(", ")"));
    insert +=
        " ("
            + String.join(", ", names)
            + ")"
            + (database.kind().isMysql() ? "" : " OVERRIDING SYSTEM VALUE")
            + " VALUES "
            + String.join(", ", Collections.nCopies(rows, marks));
    if (reading != Reading.RETURNED) {
      return Statements.MARK + insert;
    }
    return database.kind() == DatabaseKind.H2
        ? Statements.MARK
            + "SELECT "
            + Statements.marked(names)
            + " FROM FINAL TABLE ("
            + insert
            + ")"
        : Statements.MARK + insert + " RETURNING " + Statements.marked(names);
  }

  @Override
  public void close() {
    try {
      for (PreparedStatement each : statements.values()) {
        each.close();
      }
    } catch (SQLException e) {
      throw database.failure("insert into " + table.name(), e);
    }
  }
}
