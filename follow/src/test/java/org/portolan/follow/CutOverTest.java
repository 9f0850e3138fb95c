package org.portolan.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.follow.FollowedMigration.CutOver;
import org.portolan.follow.FollowedMigration.Outcome;
import org.portolan.follow.FollowedMigration.Switch;
import org.portolan.migrate.MigrateException;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.SwitchNote;
import org.portolan.migrate.Verification;
import org.portolan.migrate.Verification.TableResult;
import org.portolan.migrate.sql.JdbcSource;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.PGReplicationStream;

/** What goes wrong while a database is followed and while its writers are stopped. */
@Tag("servers")
@ExtendWith(FollowServers.class)
class CutOverTest {
  private static final String NEW_WORD = "INSERT INTO words VALUES ('new', 1)";

  @TempDir Path directory;
  private final List<String> told = new CopyOnWriteArrayList<>();
  private Consumer<String> also = line -> {};

  /** A small shop in a new database. */
  private static String postgreSql(String name) throws Exception {
    return filled(FollowServers.database(FollowServers.postgreSql(), name));
  }

  private static String mariaDb(String name) throws Exception {
    return filled(FollowServers.database(FollowServers.mariaDb(), name));
  }

  private static String filled(String url) throws Exception {
    BusyShop shop = new BusyShop(url);
    shop.create();
    shop.fill(1, 100);
    return url;
  }

  private static Optional<Switch> hook(String command, Duration timeMax) {
    return Optional.of(new Switch(new CutOver.Hook(command, timeMax), false));
  }

  /** Runs a migration in this process. */
  private Outcome run(String url, Optional<Switch> switching) {
    MigrationOptions options = MigrationOptions.of(directory.resolve("rejects")).resuming();
    try (Store store =
            Stores.openOrCreate(
                "rocksdb:" + directory.resolve("store"),
                BusyShop.DESIGN,
                StoreOptions.DEFAULT.admittingUnfinishedLoads());
        FollowedMigration migration =
            new FollowedMigration(url, store, BusyShop.MAPPING, options, this::tell)) {
      running = migration;
      return migration.run(
          new FollowedMigration.Steps() {
            @Override
            public void copy() {
              tell("copying");
              try (JdbcSource source = new JdbcSource(url, 1, false)) {
                Object unused =
                    new Migration(source, BusyShop.MAPPING, store.design(), options, rows -> {})
                        .run(store);
              }
            }

            @Override
            public List<TableResult> verify(Migration last) {
              return new Verification(last, store, true, false, each -> tell(each.toString()))
                  .run();
            }
          },
          switching);
    }
  }

  private volatile FollowedMigration running;

  private void tell(String line) {
    System.out.println("  " + line);
    told.add(line);
    also.accept(line);
  }

  /** Follows until a line comes. */
  private Outcome followUntil(String url, Predicate<String> line) {
    also =
        each -> {
          if (line.test(each)) {
            running.stop();
          }
        };
    Outcome outcome = run(url, Optional.empty());
    also = each -> {};
    return outcome;
  }

  private static boolean isCaughtUp(String line) {
    return line.startsWith("the lag is under a second");
  }

  @Test
  void hook_failsThenHangsThenSucceeds_switchesOnlyThen() throws Exception {
    String url = postgreSql("hooked");
    Path began = directory.resolve("began");
    assertThatThrownBy(() -> run(url, hook("exit 7", Duration.ofMinutes(1))))
        .isInstanceOf(MigrateException.class)
        .hasMessageContaining("the hook 'exit 7' ended with status 7; nothing was switched")
        .hasMessageContaining("--resume --follow");
    assertThat(told).contains("the hook may have stopped the writers; let them go on");
    assertThat(told).doesNotContain("switch now");
    // Writers go on, and what they write is not lost.
    FollowServers.execute(url, NEW_WORD);
    String hanging = "sleep 90 & echo $! > " + began + "; wait";
    assertThatThrownBy(() -> run(url, hook(hanging, Duration.ofSeconds(2))))
        .hasMessageContaining("did not end in 2 s, and was killed; nothing was switched");
    long child = Long.parseLong(Files.readString(began).strip());
    awaitEnd(child);
    FollowServers.execute(url, "UPDATE words SET uses = 2 WHERE word = 'new'");
    told.clear();
    assertThat(run(url, hook("true", Duration.ofMinutes(1)))).isEqualTo(Outcome.SWITCH);
    assertThat(told).contains("switch now").doesNotContain("copying");
    assertThat(FollowServers.number(url, FollowServers.SLOTS)).isZero();
  }

  @Test
  void hook_endsByASignal_withTheProcess() throws Exception {
    String url = postgreSql("signalled");
    Path began = directory.resolve("began");
    Process process = start(url, "echo $$ > " + began + "; echo hook runs; exec sleep 90");
    List<String> printed =
        read(process, line -> line.equals("hook runs"), () -> process.toHandle().destroy());
    assertThat(process.waitFor()).isEqualTo(143);
    assertThat(printed)
        .contains("the hook may have stopped the writers; let them go on")
        .contains("stopped; continue with --resume --follow")
        .doesNotContain("switch now");
    long hook = Long.parseLong(Files.readString(began).strip());
    awaitEnd(hook);
  }

  @Test
  void postgreSql_signalWhileItFollows_endsInOrderAndGoesOn() throws Exception {
    String url = postgreSql("stopped");
    Process process = FollowProcess.start(url, store(), rejects(), Optional.empty());
    List<String> printed =
        read(process, CutOverTest::isCaughtUp, () -> process.toHandle().destroy());
    assertThat(process.waitFor()).isEqualTo(143);
    assertThat(printed).contains("stopped; continue with --resume --follow");
    signalWhileReadOnly(url, "SELECT current_setting('default_transaction_read_only')", "on");
  }

  @Test
  void mariaDb_signalWhileReadOnly_tellsHowWritersGoOn() throws Exception {
    signalWhileReadOnly(mariaDb("stopped"), "SELECT @@GLOBAL.read_only", "1");
  }

  /** Sends SIGTERM while both sides are compared, lets writers go on, and switches over then. */
  private void signalWhileReadOnly(String url, String question, String yes) throws Exception {
    Path pause = Path.of(rejects() + FollowProcess.PAUSE);
    Files.createFile(pause);
    Process process = start(url, FollowProcess.READ_ONLY);
    String begin = "the database may be read-only by now; to let the writers go on: ";
    List<String> printed =
        read(
            process,
            line -> {
              if (line.equals("comparing")) {
                boolean unused = process.toHandle().destroy();
              }
              return line.startsWith(begin);
            },
            () -> Files.deleteIfExists(pause));
    assertThat(process.waitFor()).isEqualTo(143);
    assertThat(printed).contains("stopped; continue with --resume --follow");
    assertThat(printed).doesNotContain("switch now");
    assertThat(FollowServers.text(url, question)).isEqualTo(yes);
    String undo = printed.stream().filter(line -> line.startsWith(begin)).findFirst().orElseThrow();
    // As psql -c sends it: all of it at once.
    FollowServers.execute(url, undo.substring(begin.length()));
    FollowServers.execute(url, NEW_WORD);
    try {
      assertThat(run(url, Optional.of(new Switch(new CutOver.ReadOnly(), false))))
          .isEqualTo(Outcome.SWITCH);
    } finally {
      FollowServers.execute(url, undo.substring(begin.length()).split("; "));
    }
  }

  /** A process that nobody has waited for has no command any more. */
  private static void awaitEnd(long pid) throws InterruptedException {
    Waits.until(
        "process " + pid + " ends",
        () -> ProcessHandle.of(pid).flatMap(each -> each.info().command()).isEmpty());
  }

  private Process start(String url, String means) throws Exception {
    return FollowProcess.start(url, store(), rejects(), Optional.of(means));
  }

  private String store() {
    return "rocksdb:" + directory.resolve("store");
  }

  private Path rejects() {
    return directory.resolve("rejects");
  }

  private interface Act {
    void run() throws Exception;
  }

  /** Reads what a process prints to its end; acts at a line. */
  private static List<String> read(Process process, Predicate<String> at, Act act)
      throws Exception {
    List<String> printed = new CopyOnWriteArrayList<>();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        System.out.println("  " + line);
        printed.add(line);
        if (at.test(line)) {
          act.run();
        }
      }
    } finally {
      process.destroyForcibly();
    }
    return printed;
  }

  @Test
  void postgreSql_slotOrPublicationDropped_namesItAndComparesAllRows() throws Exception {
    String url = postgreSql("dropped");
    assertThat(followUntil(url, CutOverTest::isCaughtUp)).isEqualTo(Outcome.STOPPED);
    String name = FollowServers.text(url, "SELECT pubname FROM pg_publication");
    FollowServers.execute(url, "DROP PUBLICATION " + name, NEW_WORD);
    told.clear();
    // Comparing all rows makes both anew; then the slot goes while it is read.
    also =
        line -> {
          if (isCaughtUp(line)) {
            dropSlot(url, name);
          }
        };
    assertThatThrownBy(() -> run(url, Optional.empty()))
        .isInstanceOf(MigrateException.class)
        .hasMessageContaining("the replication slot " + name + " is gone; somebody dropped it")
        .hasMessageContaining("; give --resume --follow, which compares all rows once");
    assertThat(told)
        .anyMatch(line -> line.contains("the publication " + name + " is gone"))
        .contains("copying");
    also = line -> {};
    assertThat(run(url, hook("true", Duration.ofMinutes(1)))).isEqualTo(Outcome.SWITCH);
  }

  /** To go on following is to say that the application did not switch. */
  @Test
  void noteOfASwitch_isForgottenWhereFollowingEndsInOrder() throws Exception {
    String url = postgreSql("noted");
    assertThat(followUntil(url, CutOverTest::isCaughtUp)).isEqualTo(Outcome.STOPPED);
    String uri = "rocksdb:" + directory.resolve("store");
    try (Store store = Stores.open(uri)) {
      SwitchNote.keep(store);
    }
    assertThat(followUntil(url, CutOverTest::isCaughtUp)).isEqualTo(Outcome.STOPPED);
    try (Store store = Stores.open(uri)) {
      SwitchNote.requireNone(store, false);
    }
    assertThat(run(url, hook("true", Duration.ofMinutes(1)))).isEqualTo(Outcome.SWITCH);
    try (Store store = Stores.open(uri)) {
      assertThatThrownBy(() -> SwitchNote.requireNone(store, false))
          .isInstanceOf(MigrateException.class);
    }
  }

  @Test
  void postgreSql_tableMadeAnew_fellOutOfThePublicationAndIsComparedAndFollowed() throws Exception {
    String url = postgreSql("anew");
    assertThat(followUntil(url, CutOverTest::isCaughtUp)).isEqualTo(Outcome.STOPPED);
    FollowServers.execute(
        url,
        "CREATE TABLE anew (LIKE words INCLUDING ALL)",
        "DROP TABLE words",
        "ALTER TABLE anew RENAME TO words",
        NEW_WORD);
    told.clear();
    assertThat(run(url, hook("true", Duration.ofMinutes(1)))).isEqualTo(Outcome.SWITCH);
    assertThat(told)
        .anyMatch(
            line -> line.contains("does not have the table public.words, which was made anew"))
        .contains("copying");
  }

  /** As a server's own session, which may read a slot long after the reader has gone. */
  @Test
  void postgreSql_slotStillRead_isRemovedAfterItsSession() throws Exception {
    String url = postgreSql("held");
    FollowServers.execute(
        url,
        "CREATE PUBLICATION held_slot FOR TABLE words",
        "SELECT pg_create_logical_replication_slot('held_slot', 'pgoutput')");
    CountDownLatch held = new CountDownLatch(1);
    FutureTask<Boolean> holder = new FutureTask<>(() -> hold(url, "held_slot", held));
    new Thread(holder, "holds").start();
    assertThat(held.await(1, TimeUnit.MINUTES)).isTrue();
    try (FollowedDatabase database = FollowedDatabase.of(url)) {
      database.forget("held_slot");
    }
    String count = "SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'held_slot'";
    assertThat(FollowServers.number(url, count)).isZero();
    assertThat(holder.get(1, TimeUnit.MINUTES)).isTrue();
  }

  /** Reads a slot until the session is ended. */
  private static boolean hold(String url, String name, CountDownLatch held) {
    Properties replication = new Properties();
    PGProperty.REPLICATION.set(replication, "database");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(replication, "10");
    PGProperty.PREFER_QUERY_MODE.set(replication, "simple");
    try (Connection connection = DriverManager.getConnection(url, replication)) {
      PGReplicationStream stream =
          connection
              .unwrap(PGConnection.class)
              .getReplicationAPI()
              .replicationStream()
              .logical()
              .withSlotName(name)
              .withSlotOption("proto_version", 1)
              .withSlotOption("publication_names", name)
              .start();
      held.countDown();
      while (true) {
        ByteBuffer unused = stream.read();
      }
    } catch (SQLException ended) {
      return true;
    }
  }

  private static void dropSlot(String url, String name) {
    try {
      FollowServers.execute(
          url,
          "SELECT pg_terminate_backend(active_pid, 10000) FROM pg_replication_slots",
          "SELECT pg_drop_replication_slot('" + name + "')");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void mariaDb_logPurged_namesTheFileAndComparesAllRows() throws Exception {
    String url = mariaDb("purged");
    assertThat(followUntil(url, CutOverTest::isCaughtUp)).isEqualTo(Outcome.STOPPED);
    String file = FollowServers.text(url, "SHOW MASTER STATUS");
    FollowServers.execute(url, "FLUSH BINARY LOGS", NEW_WORD);
    String next = FollowServers.text(url, "SHOW MASTER STATUS");
    FollowServers.execute(url, "PURGE BINARY LOGS TO '" + next + "'");
    told.clear();
    assertThat(run(url, hook("true", Duration.ofMinutes(1)))).isEqualTo(Outcome.SWITCH);
    assertThat(told)
        .anyMatch(line -> line.contains("the file " + file + " of the binary log is gone"))
        .contains("copying");
  }

  /** As a server that is restarted, or a network that breaks all connections. */
  @Test
  void postgreSql_allSessionsEnded_areMadeAnew() throws Exception {
    String url = postgreSql("sessions");
    followThroughOutages(
        url,
        () ->
            FollowServers.execute(
                url,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()"));
    assertThat(told).anyMatch(line -> line.startsWith("waiting, and trying again: "));
  }

  @Test
  void mariaDb_allSessionsEnded_areMadeAnew() throws Exception {
    String url = mariaDb("sessions");
    followThroughOutages(url, () -> killAll(url));
  }

  private static void killAll(String url) throws SQLException {
    try (Connection connection = BusyShop.connect(url);
        Statement statement = connection.createStatement();
        Statement kill = connection.createStatement();
        ResultSet sessions =
            statement.executeQuery(
                "SELECT id FROM information_schema.processlist"
                    + " WHERE id <> connection_id() AND user <> 'system user'")) {
      while (sessions.next()) {
        kill.execute("KILL " + sessions.getLong(1));
      }
    }
  }

  private void followThroughOutages(String url, Act endSessions) throws Exception {
    FutureTask<Outcome> task = new FutureTask<>(() -> run(url, Optional.empty()));
    new Thread(task, "follows").start();
    await("the lag is under a second", task);
    for (int row = 1; row <= 3; row++) {
      endSessions.run();
      FollowServers.execute(url, "INSERT INTO words VALUES ('new" + row + "', 1)");
      await("follow: " + row + " changes", task);
    }
    running.stop();
    assertThat(task.get()).isEqualTo(Outcome.STOPPED);
    assertThat(run(url, hook("true", Duration.ofMinutes(1)))).isEqualTo(Outcome.SWITCH);
  }

  /** A lock delays the reads of changed rows, and the switch; the holder is named where it can. */
  @Test
  void postgreSql_lockedTable_isToldAndWaitedFor() throws Exception {
    String url = postgreSql("locked");
    try (Connection other = BusyShop.connect(url);
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      FutureTask<Outcome> task = followLocked(url, statement, "LOCK TABLE tags");
      await("waiting: ", task);
      assertThat(told)
          .anyMatch(
              line ->
                  line.contains("; session ") && line.contains(" has AccessExclusiveLock on tags"));
      other.rollback();
      await("follow: 1 changes", task);
      running.stop();
      assertThat(task.get()).isEqualTo(Outcome.STOPPED);
    }
  }

  @Test
  void mariaDb_lockedTable_delaysReadOnlyForSomeSecondsOnly() throws Exception {
    String url = mariaDb("locked");
    assertThat(followUntil(url, CutOverTest::isCaughtUp)).isEqualTo(Outcome.STOPPED);
    try (Connection other = BusyShop.connect(url);
        Statement statement = other.createStatement()) {
      statement.execute("LOCK TABLES visits WRITE");
      assertThatThrownBy(() -> run(url, Optional.of(new Switch(new CutOver.ReadOnly(), false))))
          .isInstanceOf(MigrateException.class)
          .hasMessageContaining("read-only in 10 s: a session holds a lock; ")
          .hasMessageContaining("nothing was switched, and writers go on");
      assertThat(FollowServers.number(url, "SELECT @@GLOBAL.read_only")).isZero();
      statement.execute("UNLOCK TABLES");
      FutureTask<Outcome> task = followLocked(url, statement, "LOCK TABLES tags WRITE");
      await("waiting: ", task);
      statement.execute("UNLOCK TABLES");
      await("follow: 1 changes", task);
      running.stop();
      assertThat(task.get()).isEqualTo(Outcome.STOPPED);
    }
  }

  /** Follows; locks a table in another session that must be read when a new order comes. */
  private FutureTask<Outcome> followLocked(String url, Statement session, String lock)
      throws Exception {
    told.clear();
    FutureTask<Outcome> task = new FutureTask<>(() -> run(url, Optional.empty()));
    new Thread(task, "follows").start();
    await("the lag is under a second", task);
    session.execute(lock);
    FollowServers.execute(url, "INSERT INTO orders SELECT 99999, min(id), 1, NULL FROM customers");
    return task;
  }

  /** Waits for a line; fails at once with its failure if following has ended before. */
  private void await(String begin, FutureTask<Outcome> task) throws Exception {
    try {
      Waits.until(
          "'" + begin + "' is told",
          () -> told.stream().anyMatch(line -> line.startsWith(begin)) || task.isDone());
    } catch (AssertionError e) {
      throw new AssertionError("told were " + told, e);
    }
    if (told.stream().noneMatch(line -> line.startsWith(begin))) {
      throw new AssertionError("ended as " + task.get() + "; told were " + told);
    }
  }
}
