package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.DatabaseKind;

/**
 * A database into which rows are inserted, in transactions of some hundred rows. Foreign keys are
 * not looked at while rows are inserted, since rows may refer to later ones. Used by one thread.
 */
public final class JdbcTarget implements AutoCloseable {
  /** The first version of MariaDB that has INSERT … RETURNING: 10.5. */
  private static final int MARIADB_RETURNING = 1005;

  private final Database database;
  private final Connection connection;
  private final Catalog catalog;
  private final boolean returning;
  private boolean unchecked = true;

  public JdbcTarget(String url) {
    this(url, true);
  }

  /**
   * Connects.
   *
   * @param returning false to read rows again by their keys also where a statement can return what
   *     it inserts
   */
  public JdbcTarget(String url, boolean returning) {
    this.database = new Database(url);
    try {
      this.connection = database.connect();
      this.catalog = new Catalog(database, connection);
      this.returning = returning && returnsRows();
      String off =
          switch (database.kind()) {
            case H2 -> "SET REFERENTIAL_INTEGRITY FALSE";
            case MARIADB, MYSQL -> "SET SESSION foreign_key_checks = 0";
            case POSTGRESQL -> "SET session_replication_role = replica";
          };
      try {
        execute(off);
      } catch (SQLException e) {
        // Needs a privilege. Then the order of the tables must do.
        unchecked = false;
      }
      connection.setAutoCommit(false);
    } catch (SQLException e) {
      throw database.failure("connect", e);
    }
  }

  private boolean returnsRows() throws SQLException {
    if (!database.kind().isMysql()) {
      return true;
    }
    DatabaseMetaData about = connection.getMetaData();
    int version = about.getDatabaseMajorVersion() * 100 + about.getDatabaseMinorVersion();
    return Connector.isMariaDb(connection) && version >= MARIADB_RETURNING;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns whether rows may come before those that they refer to. */
  public boolean leavesReferencesUnchecked() {
    return unchecked;
  }

  /** As {@link Source#table}. */
  public SqlTable table(String name) {
    try {
      return catalog.table(name);
    } catch (SQLException e) {
      throw database.failure("look up table '" + name + "'", e);
    }
  }

  /** Returns what a table would change of the values that are inserted. */
  public Exactness exactness(SqlTable table) {
    try {
      return catalog.exactness(table.name());
    } catch (SQLException e) {
      throw database.failure("look up the columns of " + table.name(), e);
    }
  }

  /** Returns whether a table has rows. */
  public boolean hasRows(SqlTable table) {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                Statements.MARK
                    + "SELECT 1 AS "
                    + Statements.ALIAS
                    + " FROM "
                    + table.from()
                    + " LIMIT 1")) {
      return row.next();
    } catch (SQLException e) {
      throw database.failure("read " + table.name(), e);
    }
  }

  /** Returns whether rows can be taken out again within a transaction, which some engines lack. */
  public boolean undoes(SqlTable table) {
    try {
      return catalog.undoes(table.name());
    } catch (SQLException e) {
      throw database.failure("look up the engine of " + table.name(), e);
    }
  }

  /** Prepares to insert rows into a table. */
  public Insertion insertion(SqlTable table, List<SqlColumn> columns) {
    try {
      List<String> triggers = catalog.triggers(table.name());
      return new Insertion(database, connection, table, columns, returning, triggers);
    } catch (SQLException e) {
      throw database.failure("look up the triggers of " + table.name(), e);
    }
  }

  /** Returns the names in statements of the tables to which rows of a table refer. */
  public Set<String> referred(SqlTable table) {
    Set<String> referred = new HashSet<>();
    // The mapping fills no table that this user does not see.
    foreignKeys(table, (key, to) -> referred.add(to.sql()), (key, unseen) -> {});
    return referred;
  }

  /** Looks up the tables to which foreign keys refer; those that this user does not see fail. */
  private void foreignKeys(
      SqlTable table,
      BiConsumer<ForeignKeys.ForeignKey, SqlTable> seen,
      BiConsumer<ForeignKeys.ForeignKey, IllegalArgumentException> unseen) {
    try {
      for (ForeignKeys.ForeignKey key : catalog.foreignKeys(table.name())) {
        SqlTable to;
        try {
          to = catalog.table(key.to());
        } catch (IllegalArgumentException e) {
          unseen.accept(key, e);
          continue;
        }
        seen.accept(key, to);
      }
    } catch (SQLException e) {
      throw database.failure("look up the foreign keys of " + table.name(), e);
    }
  }

  /** Returns the keys of a table that the database does not check while rows are inserted. */
  public List<DeferrableKey> uncheckedKeys(SqlTable table) {
    try {
      return unchecked && database.kind() == DatabaseKind.POSTGRESQL
          ? catalog.deferrableKeys(table)
          : List.of();
    } catch (SQLException e) {
      throw database.failure("look up the keys of " + table.name(), e);
    }
  }

  /**
   * Returns how rows of a table refer to others, by each of its foreign keys whose rows the
   * database did not check itself.
   *
   * @param notes is given what cannot be looked at, for people
   */
  public List<Reference> references(SqlTable table, Consumer<String> notes) {
    List<Reference> references = new ArrayList<>();
    if (unchecked) {
      foreignKeys(
          table,
          (key, to) -> references.add(new Reference(database, connection, key, table, to)),
          (key, unseen) ->
              notes.accept(
                  "table "
                      + table.name()
                      + ": "
                      + key.name()
                      + " is not looked at: "
                      + unseen.getMessage()));
    }
    return references;
  }

  /**
   * Lets columns that number rows by themselves go on above the greatest number of a table.
   *
   * @return what could not be done, for people
   */
  public List<String> restartNumbers(SqlTable table) {
    try {
      return new NumberedColumns(database, connection).restart(table);
    } catch (SQLException e) {
      throw database.failure("find the numbered columns of " + table.name(), e);
    }
  }

  @Override
  public void close() {
    try (connection) {
      connection.rollback();
      if (unchecked && database.kind() == DatabaseKind.H2) {
        execute("SET REFERENTIAL_INTEGRITY TRUE");
      }
    } catch (SQLException e) {
      throw database.failure("disconnect", e);
    }
  }
}
