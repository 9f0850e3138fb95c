package org.portolan.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.internal.process.Polling;
import org.portolan.cluster.internal.process.ProcessIdentity;

/** The life of a database, with the variables that studies need. */
@Tag("servers")
class DatabaseClusterTest {
  @TempDir Path directory;

  @Test
  void mariaDb_keepsItsDataAndIsDurable() throws Exception {
    Cluster cluster =
        start(
            ClusterEngine.MARIADB,
            Map.of("log-bin", "binlog", "binlog_format", "ROW", "general_log", "ON"));
    try {
      assertThat(cluster.uri())
          .matches("jdbc:mariadb://127.0.0.1:\\d+/portolan\\?user=portolan&password=portolan");
      assertThat(ask(cluster, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
      assertThat(ask(cluster, "SELECT @@sync_binlog")).isEqualTo("1");
      assertThat(ask(cluster, "SELECT @@character_set_server")).isEqualTo("utf8mb4");
      assertThat(ask(cluster, "SHOW BINARY LOGS")).startsWith("binlog.0000");
      keepsRowsWhateverEnds(cluster);
      assertThat(logs(cluster)).contains("INSERT INTO t VALUES (1)");
    } finally {
      cluster.stop();
    }
    TestClusters.assertNothingRuns(cluster);
  }

  @Test
  void postgreSql_keepsItsDataAndIsDurable() throws Exception {
    Cluster cluster =
        start(
            ClusterEngine.POSTGRESQL,
            Map.of(
                "wal_level", "logical",
                "logging_collector", "on",
                "log_destination", "csvlog",
                "log_statement", "all",
                "log_line_prefix", "%m 'quoted' [%p] "));
    try {
      assertThat(cluster.uri())
          .matches("jdbc:postgresql://127.0.0.1:\\d+/portolan\\?user=portolan&password=portolan");
      assertThat(ask(cluster, "SHOW fsync")).isEqualTo("on");
      assertThat(ask(cluster, "SHOW synchronous_commit")).isEqualTo("on");
      assertThat(ask(cluster, "SHOW server_encoding")).isEqualTo("UTF8");
      assertThat(ask(cluster, "SHOW wal_level")).isEqualTo("logical");
      assertThat(ask(cluster, "SHOW log_line_prefix")).isEqualTo("%m 'quoted' [%p] ");
      assertThat(ask(cluster, "SELECT upper('é')")).isEqualTo("É");
      keepsRowsWhateverEnds(cluster);
      assertThat(logs(cluster)).contains("INSERT INTO t VALUES (1)");
    } finally {
      cluster.stop();
    }
    TestClusters.assertNothingRuns(cluster);
  }

  /** The processes of connections outlive a killed server while they are busy. */
  @Test
  void postgreSql_killedWithABusyConnection_isBroughtBackAndLeavesNoProcess() throws Exception {
    Cluster cluster = start(ClusterEngine.POSTGRESQL, Map.of());
    try {
      makeBusy(cluster);
      List<ProcessIdentity> family = family(cluster);
      TestClusters.process(cluster, "node-1").handle().orElseThrow().destroyForcibly();
      assertThat(new Polling(Duration.ofSeconds(10)).until(() -> !isRunning(cluster))).isTrue();

      assertThat(cluster.start(StartOptions.USUAL, ClusterListener.SILENT)).isTrue();

      assertThat(family).noneMatch(ProcessIdentity::isAlive);
      makeBusy(cluster);
      List<ProcessIdentity> next = family(cluster);
      assertThat(cluster.kill("node-1")).containsExactly("node-1");
      assertThat(next).hasSizeGreaterThan(2).noneMatch(ProcessIdentity::isAlive);
    } finally {
      cluster.stop();
    }
    TestClusters.assertNothingRuns(cluster);
  }

  @Test
  void start_variableThatTheServerDoesNotKnow_isShownAndNotKept() {
    for (ClusterEngine engine : List.of(ClusterEngine.MARIADB, ClusterEngine.POSTGRESQL)) {
      TestClusters.requireJars(engine);
      Path there = directory.resolve(engine.label());
      ClusterSpec wrong =
          ClusterSpec.of(
              new EngineSettings.Database(engine, Map.of("no_such_variable", "1")), 1, there);

      assertThatThrownBy(() -> Cluster.start(wrong))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("no_such_variable");

      Cluster cluster = Cluster.open(there);
      assertThat(TestClusters.processesOf(cluster)).isEmpty();
      assertThat(cluster.hasServed()).isFalse();
      assertThat(Cluster.start(ClusterSpec.of(engine, 1, there)).stopOnExit().hasServed()).isTrue();
      cluster.stop();
      TestClusters.assertNothingRuns(cluster);
    }
  }

  private Cluster start(ClusterEngine engine, Map<String, String> variables) {
    // The path of a socket would be too long.
    Path deep = directory.resolve("a database's directory ".repeat(5));
    return TestClusters.start(
        ClusterSpec.of(new EngineSettings.Database(engine, variables), 1, deep));
  }

  private static void keepsRowsWhateverEnds(Cluster cluster) throws SQLException {
    execute(cluster, "CREATE TABLE t (a INT PRIMARY KEY)");
    execute(cluster, "INSERT INTO t VALUES (1)");
    assertThat(cluster.start(StartOptions.USUAL, ClusterListener.SILENT)).isFalse();

    assertThat(cluster.kill("node-1")).containsExactly("node-1");
    assertThat(TestClusters.states(cluster)).isEqualTo("node-1 DEAD");
    assertThat(cluster.start(StartOptions.USUAL, ClusterListener.SILENT)).isTrue();
    assertThat(ask(cluster, "SELECT a FROM t")).isEqualTo("1");

    execute(cluster, "INSERT INTO t VALUES (2)");
    // A connection that stays open must not hold up the stop.
    try (Connection open = connect(cluster)) {
      assertThat(open.isValid(5)).isTrue();
      List<ProcessIdentity> family = family(cluster);
      assertThat(cluster.stop()).containsExactly("node-1");
      assertThat(family).noneMatch(ProcessIdentity::isAlive);
    }
    TestClusters.assertNothingRuns(cluster);
    String uri = cluster.uri();
    assertThat(cluster.start(StartOptions.USUAL, ClusterListener.SILENT)).isTrue();
    assertThat(cluster.uri()).isEqualTo(uri);
    assertThat(ask(cluster, "SELECT count(*) FROM t")).isEqualTo("2");
  }

  private static boolean isRunning(Cluster cluster) {
    return cluster.status().stream().allMatch(ServerStatus::isRunning);
  }

  private static List<ProcessIdentity> family(Cluster cluster) {
    ProcessHandle server = TestClusters.process(cluster, "node-1").handle().orElseThrow();
    return Stream.concat(Stream.of(server), server.descendants()).map(ProcessIdentity::of).toList();
  }

  /** Occupies a connection with work that never waits, so that it does not see its server die. */
  private static void makeBusy(Cluster cluster) throws SQLException {
    String name = "busy " + System.nanoTime();
    new Thread(
            () -> {
              try {
                execute(
                    cluster,
                    "/* " + name + " */ DO $$ BEGIN LOOP NULL; END LOOP; END $$ LANGUAGE plpgsql");
              } catch (SQLException killed) {
                // As intended.
              }
            },
            name)
        .start();
    String count =
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '/* "
            + name
            + " */%'";
    boolean isBusy =
        new Polling(Duration.ofSeconds(10)).until(() -> answer(cluster, count).equals("1"));
    assertThat(isBusy).isTrue();
  }

  private static String answer(Cluster cluster, String question) {
    try {
      return ask(cluster, question);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static Connection connect(Cluster cluster) throws SQLException {
    return DriverManager.getConnection(cluster.uri());
  }

  private static void execute(Cluster cluster, String sql) throws SQLException {
    try (Connection connection = connect(cluster);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(Cluster cluster, String question) throws SQLException {
    try (Connection connection = connect(cluster);
        var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static String logs(Cluster cluster) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.list(cluster.directory().resolve("logs"))) {
      for (Path file : files.toList()) {
        boolean isOfStatements =
            file.toString().endsWith("general.log") || file.toString().endsWith(".csv");
        text.append(isOfStatements ? Files.readString(file) : "");
      }
    }
    return text.toString();
  }
}
