package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignition;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Kills servers one after another. */
@Tag("servers")
class MajorityTest {
  private static final int ROWS = 60;

  /** How long a client node searches for another server that connects it with the cluster. */
  private static final int SEARCH_MILLIS = 500;

  /** Longer than this search and the timeout of a request together. */
  private static final int AWAY_MILLIS = 4_000;

  private static final TableSchema NOTES =
      TableSchema.of(
          "notes",
          List.of(KeyColumn.of("id", ScalarType.INT)),
          new ColumnFamily("note", List.of(new Column("text", ScalarType.TEXT))));

  private static Mutation note(int id, String text) {
    return Mutation.of("notes", Tuple.of(id), new Change.PutColumns("note", List.of(text)));
  }

  private static String text(Engine engine, int id) {
    return (String)
        engine
            .get(Get.of("notes", Tuple.of(id), FamilyRead.all("note")))
            .family("note")
            .orElseThrow()
            .get(0);
  }

  private static void writeAll(Engine engine, String text) {
    for (int id = 0; id < ROWS; id++) {
      boolean written = false;
      while (!written) {
        try {
          written = engine.mutate(note(id, text), Durability.SYNCED);
        } catch (UnavailableException | OutcomeUnknownException again) {
          // The connection was to the server that is gone: the next attempt takes another.
          assertThat(again).hasMessageContaining("notes(" + id + ")");
        }
      }
    }
  }

  @Test
  void writes_withTwoOfThreeServersDead_areRefusedAndLeaveNothing() {
    try (LocalCluster cluster = LocalCluster.start(3);
        Engine engine =
            Engines.open(
                "ignite://" + cluster.addresses() + "/majority", OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(NOTES);
      writeAll(engine, "three");

      cluster.kill(2);
      writeAll(engine, "two");
      assertThat(text(engine, 0)).isEqualTo("two");

      cluster.kill(1);
      refuseAll(engine);
    }
  }

  private static IgniteConfiguration searchingBriefly(IgniteConfiguration configuration) {
    ((TcpDiscoverySpi) configuration.getDiscoverySpi()).setNetworkTimeout(SEARCH_MILLIS);
    return configuration;
  }

  @Test
  void writes_afterAllServersWereAwayForLongerThanTheTimeout_goOn() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(1);
        Engine engine =
            IgniteOpening.open(
                IgniteUri.parse("ignite://" + cluster.addresses() + "/away?timeout=1s&backups=0"),
                OpenMode.CREATE_IF_MISSING,
                new ClientNode.Setup(
                    MajorityTest::searchingBriefly, Ignition::start, Duration.ofSeconds(20)))) {
      engine.createTable(NOTES);
      assertThat(engine.mutate(note(1, "before"), Durability.SYNCED)).isTrue();
      cluster.kill(0);
      assertThatThrownBy(() -> engine.mutate(note(1, "lost"), Durability.SYNCED))
          .isInstanceOf(EngineException.class);
      TimeUnit.MILLISECONDS.sleep(AWAY_MILLIS);
      cluster.restart(0);

      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      boolean written = false;
      while (!written && System.nanoTime() < end) {
        try (Transaction transaction = engine.begin(Durability.SYNCED)) {
          transaction.mutate(note(1, "after"));
          transaction.commit();
          written = true;
        } catch (UnavailableException | OutcomeUnknownException notYet) {
          TimeUnit.MILLISECONDS.sleep(100);
        }
      }
      assertThat(written).isTrue();
      assertThat(text(engine, 1)).isEqualTo("after");
    }
  }

  @Test
  void writes_withStrangersInPlaceOfTheDead_areRefused() {
    try (LocalCluster cluster = LocalCluster.start(3)) {
      cluster.join();
      cluster.join();
      try (Engine engine =
          Engines.open(
              "ignite://" + cluster.addresses() + "/strangers?backups=2",
              OpenMode.CREATE_IF_MISSING)) {
        engine.createTable(NOTES);
        writeAll(engine, "three");
        cluster.kill(2);
        cluster.kill(1);
        refuseAll(engine);
      }
    }
  }

  @Test
  void store_thatIsMadeWithoutAMajority_isRefused() {
    try (LocalCluster cluster = LocalCluster.start(3)) {
      String uri = "ignite://127.0.0.1:" + LocalCluster.port(cluster.node(0)) + "/";
      cluster.kill(2);
      cluster.kill(1);
      for (String options : List.of("small", "small?servers=1")) {
        assertThatThrownBy(() -> Engines.open(uri + options, OpenMode.CREATE_IF_MISSING))
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining("only 1 of 3 servers of the baseline are alive");
      }
      assertThat(cluster.node(0).cacheNames()).isEmpty();
    }
  }

  @Test
  void open_withABaselineThatAdjustsItself_isRefused() {
    try (LocalCluster cluster = LocalCluster.start(1)) {
      cluster.node(0).cluster().baselineAutoAdjustEnabled(true);
      assertThatThrownBy(
              () ->
                  Engines.open(
                      "ignite://" + cluster.addresses() + "/adjusting?backups=0",
                      OpenMode.CREATE_IF_MISSING))
          .isInstanceOf(EngineException.class)
          .hasMessageContainingAll("baseline", "split", "auto_adjust disable");
    }
  }

  /** A majority of five servers is alive, but not every row has a living copy. */
  @Test
  void rows_whoseCopiesAreAllDead_areNotMissing() {
    try (LocalCluster cluster = LocalCluster.start(5);
        Engine engine =
            Engines.open(
                "ignite://" + cluster.addresses() + "/copies?backups=1&timeout=5s",
                OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(NOTES);
      writeAll(engine, "five");
      cluster.kill(4);
      cluster.kill(3);
      int lost = 0;
      for (int id = 0; id < ROWS; id++) {
        int row = id;
        try {
          assertThat(text(engine, id)).isEqualTo("five");
        } catch (EngineException refused) {
          lost++;
          assertThatThrownBy(() -> engine.mutate(note(row, "new"), Durability.SYNCED))
              .isInstanceOf(EngineException.class);
          Mutation absent = note(row, "new").on(new Condition.Absent("note"));
          assertThatThrownBy(() -> engine.mutate(absent, Durability.SYNCED))
              .isInstanceOf(EngineException.class);
        }
      }
      assertThat(lost).isBetween(1, ROWS - 1);
      assertThatThrownBy(
              () ->
                  engine.scan(
                      Scan.of("notes", KeyRange.ALL, 2 * ROWS, new FamilyRead.Presence("note"))))
          .isInstanceOf(EngineException.class);
    }
  }

  /** Checks that all writes fail. The first ones may still rely on an older answer. */
  private static void refuseAll(Engine engine) {
    List<EngineException> failures = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      int row = id;
      assertThatThrownBy(() -> engine.mutate(note(row, "one"), Durability.SYNCED))
          .isInstanceOf(EngineException.class)
          .satisfies(failure -> failures.add((EngineException) failure));
    }
    assertThat(failures)
        .allMatch(
            failure ->
                failure instanceof UnavailableException
                    || failure instanceof OutcomeUnknownException);
    assertThat(failures.get(ROWS - 1))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("only 1 of 3 servers of the baseline are alive");
    try (Transaction transaction = engine.begin(Durability.SYNCED)) {
      transaction.mutate(note(ROWS, "one"));
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("a majority is 2");
    }
  }
}
