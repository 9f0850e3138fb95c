package org.portolan.wiki.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.StoreMismatchException;
import org.portolan.engine.StoreMissingException;

/**
 * The versions of the schema: one script for each, done in their order, and a table of those that
 * are done. On PostgreSQL a script is one transaction; H2 and MariaDB commit each statement that
 * makes a table, so if the process dies meanwhile the database must be dropped.
 */
final class Schema {
  static final int VERSION = 1;

  private static final String CREATE_VERSIONS =
      "CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY, done {instant} NOT NULL"
          + " DEFAULT CURRENT_TIMESTAMP){table}";

  private final Database database;
  private final Dialect dialect;

  Schema(Database database) {
    this.database = database;
    this.dialect = database.uri().dialect();
  }

  /**
   * Brings the schema to this release's version.
   *
   * @param create whether it is made if there is none
   * @throws StoreMissingException if there is none and it is not made
   * @throws StoreMismatchException if it is of a later release, or the tables are another
   *     application's
   */
  void prepare(boolean create) {
    Optional<Integer> version = version();
    if (version.isEmpty() && !create) {
      throw new StoreMissingException("there is no wiki in " + database.uri());
    }
    if (version.isEmpty() || version.get() < VERSION) {
      database.write("schema", List.of(), this::upgrade);
    } else if (version.get() > VERSION) {
      throw new StoreMismatchException(
          "the wiki in "
              + database.uri()
              + " has version "
              + version.get()
              + " of the schema, and this release reads "
              + VERSION
              + "; use the release that wrote it");
    }
  }

  /** Returns the version of the schema; empty if the database has no table of versions. */
  private Optional<Integer> version() {
    return database.read("schema", this::version);
  }

  private Optional<Integer> version(Session session) throws SQLException {
    if (!exists(session, "schema_version")) {
      return Optional.empty();
    }
    return session.first("SELECT COALESCE(MAX(version), 0) FROM schema_version", Row::integer);
  }

  private boolean exists(Session session, String table) throws SQLException {
    String place =
        switch (dialect) {
          case H2 -> "table_schema = CURRENT_SCHEMA AND LOWER(table_name)";
          case MARIADB -> "table_schema = DATABASE() AND table_name";
          case POSTGRESQL -> "table_schema = CURRENT_SCHEMA() AND table_name";
        };
    return session
        .first(
            "SELECT 1 FROM information_schema.tables WHERE " + place + " = ?", Row::integer, table)
        .isPresent();
  }

  /** Two processes may do this at once, so the second waits and finds it done. */
  private Object upgrade(Session session) throws SQLException {
    lock(session);
    try {
      Optional<Integer> version = version(session);
      if (version.isEmpty()) {
        refuseOthers(session);
        requireUnicode(session);
        session.update(dialect.withTypes(CREATE_VERSIONS));
      }
      for (int next = version.orElse(0) + 1; next <= VERSION; next++) {
        for (String statement : statements(next)) {
          session.update(statement);
        }
        session.update("INSERT INTO schema_version (version) VALUES (?)", next);
      }
      return null;
    } finally {
      unlock(session);
    }
  }

  private void refuseOthers(Session session) throws SQLException {
    for (String table : List.of("page", "revision", "site")) {
      if (exists(session, table)) {
        throw new StoreMismatchException(
            database.uri()
                + " has a table '"
                + table
                + "' that is no wiki's of Portolan, or one whose creation was interrupted; name"
                + " an empty database");
      }
    }
  }

  private void requireUnicode(Session session) throws SQLException {
    if (dialect == Dialect.POSTGRESQL) {
      String encoding = session.first("SHOW server_encoding", Row::line).orElseThrow();
      if (!encoding.equals("UTF8")) {
        throw new StoreMismatchException(
            database.uri()
                + " has the encoding "
                + encoding
                + ", which cannot keep every title; create the database with ENCODING 'UTF8'");
      }
    }
  }

  private void lock(Session session) throws SQLException {
    switch (dialect) {
      case H2 -> {}
      case MARIADB -> session.list("SELECT GET_LOCK('portolan-schema', 60)", Row::integer);
      case POSTGRESQL ->
          session.list("SELECT 1 FROM pg_advisory_xact_lock(7310575191434223)", Row::integer);
    }
  }

  private void unlock(Session session) throws SQLException {
    if (dialect == Dialect.MARIADB) {
      session.list("SELECT RELEASE_LOCK('portolan-schema')", Row::integer);
    }
  }

  /** Returns the statements of a version's script, with the types of the database. */
  private List<String> statements(int version) {
    StringBuilder script = new StringBuilder();
    text("V" + version + ".sql")
        .lines()
        .filter(line -> !line.startsWith("--"))
        .forEach(line -> script.append(line).append('\n'));
    List<String> statements = new ArrayList<>();
    for (String statement : script.toString().split(";\n", -1)) {
      if (!statement.isBlank()) {
        statements.add(dialect.withTypes(statement.strip()));
      }
    }
    return statements;
  }

  private static String text(String resource) {
    try (InputStream stream = Schema.class.getResourceAsStream(resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the built-in file " + resource, e);
    }
  }
}
