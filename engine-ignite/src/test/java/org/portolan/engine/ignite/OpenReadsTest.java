package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Transactions that wait between their reads and their commit. */
@Tag("servers")
class OpenReadsTest {
  private static final int TIMEOUT_SHORT_MS = 2_000;
  private static final int ROWS = 60;

  private static final TableSchema NOTES =
      TableSchema.of(
          "notes",
          List.of(KeyColumn.of("id", ScalarType.INT)),
          new ColumnFamily("note", List.of(new Column("text", ScalarType.TEXT))));

  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(3);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static Engine open(String store) {
    Engine engine =
        Engines.open("ignite://" + cluster.addresses() + "/" + store, OpenMode.CREATE_IF_MISSING);
    engine.createTable(NOTES);
    return engine;
  }

  private static Mutation note(int id, String text) {
    return Mutation.of("notes", Tuple.of(id), new Change.PutColumns("note", List.of(text)));
  }

  private static Get get(int id) {
    return Get.of("notes", Tuple.of(id), FamilyRead.all("note"));
  }

  private static String text(Engine engine, int id) {
    return (String) engine.get(get(id)).family("note").orElseThrow().get(0);
  }

  @Test
  void commit_afterTheTimeoutOfItsReads_comparesThemAgain() throws InterruptedException {
    try (Engine engine = open("late?timeout=" + TIMEOUT_SHORT_MS + "ms")) {
      engine.mutate(note(1, "before"), Durability.SYNCED);
      engine.mutate(note(2, "before"), Durability.SYNCED);
      try (Transaction unchanged = engine.begin(Durability.SYNCED);
          Transaction changed = engine.begin(Durability.SYNCED)) {
        unchanged.get(List.of(get(1), get(3)));
        changed.get(List.of(get(1), get(2)));
        engine.mutate(note(2, "by another"), Durability.SYNCED);
        TimeUnit.MILLISECONDS.sleep(TIMEOUT_SHORT_MS + 500);

        unchanged.get(List.of(get(4)));
        unchanged.mutate(note(3, "late"));
        unchanged.commit();
        assertThat(text(engine, 3)).isEqualTo("late");

        changed.mutate(note(4, "late"));
        assertThatThrownBy(changed::commit)
            .isInstanceOfSatisfying(
                ConflictException.class,
                conflict ->
                    assertThat(conflict.keys()).containsExactly(new RowKey("notes", Tuple.of(2))));
        assertThat(engine.get(get(4)).isEmpty()).isTrue();
      }
    }
  }

  /** The servers exchange their partitions while it is suspended, and do not wait for its end. */
  @Test
  @Timeout(50)
  void commit_serverDiedSinceItsReads_isRightAndHoldsNobodyUp() {
    try (Engine engine = open("died?timeout=60s")) {
      for (int id = 0; id < ROWS; id++) {
        engine.mutate(note(id, "before"), Durability.SYNCED);
      }
      try (Transaction unchanged = engine.begin(Durability.SYNCED);
          Transaction changed = engine.begin(Durability.SYNCED)) {
        for (int id = 0; id < ROWS; id++) {
          (id == 7 ? changed : unchanged).get(List.of(get(id)));
        }
        cluster.kill(2);
        engine.mutate(note(7, "by another"), Durability.SYNCED);

        unchanged.mutate(note(1, "after"));
        unchanged.commit();
        assertThat(text(engine, 1)).isEqualTo("after");

        changed.mutate(note(2, "never"));
        assertThatThrownBy(changed::commit).isInstanceOf(ConflictException.class);
        assertThat(text(engine, 2)).isEqualTo("before");
      } finally {
        cluster.restart(2);
      }
    }
  }

  @Test
  void close_withReadsOpen_endsThem() {
    try (Engine engine = open("closed")) {
      try (Transaction transaction = engine.begin(Durability.SYNCED)) {
        transaction.get(List.of(get(1)));
      }
      try (Transaction transaction = engine.begin(Durability.SYNCED)) {
        transaction.get(List.of(get(1)));
        transaction.commit();
      }
      assertThat(Ignition.allGrids())
          .allSatisfy(node -> assertThat(node.transactions().localActiveTransactions()).isEmpty());
    }
  }
}
