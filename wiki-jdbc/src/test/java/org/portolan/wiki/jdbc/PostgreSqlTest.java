package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.StoreMismatchException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.UnavailableException;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Wikis;

/** The wiki in a real server of PostgreSQL, whose processes end with this one. */
@Tag("servers")
class PostgreSqlTest extends TwinContract {
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final Pattern LOGGED = Pattern.compile("execute [^:]+: (.*)");

  @TempDir static Path server;
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(server.resolve("data"))
            .setOverrideWorkingDirectory(server.resolve("work").toFile())
            .setServerConfig("logging_collector", "on")
            .setServerConfig("log_directory", server.resolve("log").toString())
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }

  private static String uri(String database) {
    return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + database + "?user=postgres";
  }

  @Override
  String emptyDatabase() {
    return emptyDatabase("UTF8");
  }

  private static String emptyDatabase(String encoding) {
    String name = "wiki" + DATABASES.incrementAndGet();
    try (var connection = postgres.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE DATABASE "
              + name
              + " ENCODING '"
              + encoding
              + "' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
    return uri(name);
  }

  @Test
  void open_ofAMissingDatabase_saysThatThereIsNone() {
    assertThatThrownBy(() -> Wikis.openStorage(uri("nothing")))
        .isInstanceOf(StoreMissingException.class)
        .hasMessageStartingWith("there is no database jdbc:postgresql:");
  }

  @Test
  void textWithANul_isRefusedInOneLine() {
    try (TwinWiki wiki = create()) {
      assertThatThrownBy(
              () ->
                  wiki.wiki()
                      .save(
                          new Edit("Riga", "a\0b", "Ann", "", false, 0, Instant.ofEpochSecond(9))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("0x00")
          .hasMessageNotContaining("\n");
      assertThat(wiki.wiki().page("Riga")).isEmpty();
    }
  }

  @Test
  void write_whoseConnectionIsKilled_isUnavailableAndChangesNothing() {
    try (Database database = new Database(JdbcUri.of(emptyDatabase()), false)) {
      new Schema(database).prepare(true);
      assertThatThrownBy(
              () ->
                  database.write(
                      "killed",
                      List.of(),
                      session -> {
                        session.update("UPDATE site_stats SET edits = 7 WHERE slot = 0");
                        session.list("SELECT pg_terminate_backend(pg_backend_pid())", Row::line);
                        return session.update("UPDATE site_stats SET edits = 8 WHERE slot = 0");
                      }))
          .isInstanceOf(UnavailableException.class);
      assertThat(database.read("look", SiteStats::read).edits()).isZero();
    }
  }

  @Test
  void commit_whoseConnectionIsKilled_isUnknown() {
    requireThatTheCommitOfAKilledConnectionIsUnknown(
        "SELECT pg_backend_pid()",
        id -> "DO 'BEGIN PERFORM pg_terminate_backend(" + id + "); END'");
  }

  @Test
  void create_inAnotherEncoding_isRefused() {
    String uri = emptyDatabase("SQL_ASCII");
    assertThatThrownBy(() -> Wikis.openOrCreateStorage(uri))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageEndingWith(
            "has the encoding SQL_ASCII, which cannot keep every title; create the database with"
                + " ENCODING 'UTF8'");
  }

  @Test
  void everyStatement_namesItsOperation() throws IOException {
    String uri = emptyDatabase();
    new TwinWiki(uri).close();
    String name = uri.replaceFirst(".*/(\\w+)\\?.*", "$1");
    try (Database database = new Database(JdbcUri.of(uri), false)) {
      database.read(
          "log",
          session -> session.update("ALTER DATABASE " + name + " SET log_statement = 'all'"));
    }
    try (TwinWiki wiki = new TwinWiki(uri)) {
      Operations.each(wiki.wiki());
    }
    Operations.requireNamed(logged());
  }

  private static List<String> logged() throws IOException {
    List<String> statements = new ArrayList<>();
    try (Stream<Path> files = Files.list(server.resolve("log"))) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          LOGGED.matcher(line).results().forEach(match -> statements.add(match.group(1)));
        }
      }
    }
    return statements;
  }
}
