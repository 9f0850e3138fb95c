package org.portolan.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.Cluster;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.Verification;
import org.portolan.migrate.sql.JdbcSource;

/**
 * Writers write all the time while a process copies and follows, is killed in the middle of both,
 * and switches over in the end. Other histories: {@code -Dportolan.seed=2}.
 */
@Tag("servers")
@ExtendWith(FollowServers.class)
class FollowTest {
  private static final long SEED = Long.getLong("portolan.seed", 1);
  private static final int TRANSACTIONS = 6_000;

  @TempDir Path directory;

  @Test
  void mariaDb_writersAllTheTimeAndKills_storeEndsAsTheDatabase() throws Exception {
    Cluster cluster = FollowServers.mariaDb();
    try {
      FollowServers.execute(
          cluster.uri(),
          "CREATE USER 'app'@'%' IDENTIFIED BY 'app'",
          "GRANT SELECT, INSERT, UPDATE, DELETE ON *.* TO 'app'@'%'",
          // No more than the documentation asks for.
          "CREATE USER 'mover'@'%' IDENTIFIED BY 'mover'",
          "GRANT SELECT ON portolan.* TO 'mover'@'%'",
          "GRANT REPLICATION SLAVE, BINLOG MONITOR, READ_ONLY ADMIN ON *.* TO 'mover'@'%'");
      String server = cluster.uri().replaceAll("\\?.*", "");
      endsAsTheDatabase(
          cluster.uri(), server + "?user=mover&password=mover", server + "?user=app&password=app");
    } finally {
      // The server is for other tests too.
      FollowServers.execute(cluster.uri(), "SET GLOBAL read_only = 0");
    }
  }

  @Test
  void postgreSql_writersAllTheTimeAndKills_storeEndsAsTheDatabase() throws Exception {
    String url = FollowServers.database(FollowServers.postgreSql(), "busy");
    endsAsTheDatabase(url, url, url);
    assertThat(FollowServers.number(url, FollowServers.SLOTS)).isZero();
    assertThat(FollowServers.number(url, "SELECT count(*) FROM pg_publication")).isZero();
  }

  private void endsAsTheDatabase(String owner, String url, String app) throws Exception {
    System.out.println("portolan.seed=" + SEED);
    Random random = new Random(SEED);
    BusyShop shop = new BusyShop(owner);
    shop.create();
    shop.fill(SEED, TRANSACTIONS);
    List<Thread> writers = new ArrayList<>();
    writers.add(shop.writer(app, SEED + 1));
    writers.add(shop.writer(app, SEED + 2));
    long commitsBefore;
    try {
      // In the middle of the copy, and again of following.
      int rows = 1 + random.nextInt(4);
      String copied = run(url, false, line -> line.equals("rows " + rows * 1_000));
      assertThat(copied).contains("copying");
      commitsBefore = shop.commits();
      for (int kill = 0; kill < 2; kill++) {
        String followed = run(url, false, line -> line.startsWith("follow: "));
        assertThat(followed).doesNotContain("outcome");
      }
      assertThat(shop.commits()).as("commits meanwhile").isGreaterThan(commitsBefore);
      String ended = run(url, true, line -> false);
      assertThat(ended).doesNotContain("copying").contains("switch now").contains("outcome SWITCH");
    } finally {
      for (int number = 0; number < 100 && writers.stream().anyMatch(Thread::isAlive); number++) {
        Thread.sleep(100);
      }
      shop.stop();
      for (Thread writer : writers) {
        writer.join();
      }
    }
    assertThat((Throwable) shop.refusal()).as("the database is read-only").isNotNull();
    System.out.println(shop.commits() + " commits; the last was refused: " + shop.refusal());
    requireEqual(url);
  }

  /** Runs the process; kills it at a line. Returns what it printed. */
  private String run(String url, boolean cutOver, Predicate<String> kill)
      throws IOException, InterruptedException {
    Process process =
        FollowProcess.start(
            url,
            "rocksdb:" + directory.resolve("store"),
            directory.resolve("rejects"),
            cutOver ? Optional.of(FollowProcess.READ_ONLY) : Optional.empty());
    StringBuilder printed = new StringBuilder();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        printed.append(line).append('\n');
        if (!line.startsWith("rows ")) {
          System.out.println("  " + line);
        }
        if (kill.test(line)) {
          System.out.println("  killed");
          break;
        }
      }
    } finally {
      if (!cutOver) {
        process.destroyForcibly();
      }
      process.waitFor();
    }
    return printed.toString();
  }

  /** Compares every field by another process than the one that followed. */
  private void requireEqual(String url) throws SQLException {
    MigrationOptions options = MigrationOptions.of(directory.resolve("other"));
    List<String> differences = new ArrayList<>();
    try (Store store = Stores.open("rocksdb:" + directory.resolve("store"));
        JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration migration =
          new Migration(source, BusyShop.MAPPING, store.design(), options, rows -> {});
      List<Verification.TableResult> results =
          new Verification(migration, store, true, false, each -> differences.add(each.toString()))
              .run();
      assertThat(differences).isEmpty();
      assertThat(results).allMatch(each -> each.sourceRows() > 0);
      assertThat(store.counter("orders"))
          .isEqualTo(FollowServers.number(url, "SELECT count(*) FROM orders"));
    }
  }
}
