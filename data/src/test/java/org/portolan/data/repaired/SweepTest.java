package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.MovableRuntime;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** Repairs by sweeps and checks on engines of rows. */
class SweepTest {
  private static final Tuple RIGA = Tuple.of("Riga");
  private final Instant start = Instant.now().minus(Duration.ofDays(2));

  private final AtomicReference<Instant> now = new AtomicReference<>(start);

  private final MovableRuntime time = new MovableRuntime(now::get);
  private final MemoryCluster cluster = MemoryCluster.ofRows("swept", 1);

  private Store open(Engine engine, Duration grace) {
    StoreOptions options = RowStores.OPTIONS.sweeping(Duration.ZERO, grace).in(time);
    return RowStores.open(() -> engine, RowStores.everyLayout(), options);
  }

  private void pass(Duration passed) {
    now.updateAndGet(before -> before.plus(passed));
    time.pass(passed);
  }

  private static Void putRiga(StoreTransaction transaction) {
    transaction.put("page", RIGA, Map.of("links", Set.of("Latvia")));
    return null;
  }

  @Test
  void sweep_outboxOfADeadWriter_isFinishedWhenItIsOldEnough() {
    FaultyNetwork network = new FaultyNetwork(cluster.connect());
    FaultyEngine client =
        network.client(
            FaultPlan.once(
                // The batch of what is derived from the row, not the registration of the row.
                call ->
                    call.kind() == Call.Kind.MUTATION
                        && call.mutations() > 1
                        && !call.what().contains("portolan_sessions"),
                Fault.killBefore()));
    Store dead = open(client, Duration.ZERO);
    try (dead) {
      dead.write(SweepTest::putRiga);
    } catch (Error e) {
      assertThat(client.killed()).isTrue();
    }
    assertThat(client.killed()).isTrue();
    try (Store store = open(cluster.connect(), Duration.ofSeconds(10))) {
      assertThat(store.sweep().finished()).isZero();
      assertThat(store.index("within", Tuple.of("Latvia"), Paging.first(9)).entries()).isEmpty();
      pass(Duration.ofSeconds(11));
      assertThat(store.sweep().finished()).isEqualTo(1);
      assertThat(store.index("within", Tuple.of("Latvia"), Paging.first(9)).entries())
          .containsExactly(RIGA);
      assertThat(store.counter("pages")).isEqualTo(1);
      assertThat(store.sweep().finished()).isZero();
    }
  }

  @Test
  void sweep_finalReceipts_areFoldedAndLaterRemoved() {
    try (Store store = open(cluster.connect(), Duration.ZERO)) {
      for (int page = 0; page < 5; page++) {
        Tuple key = Tuple.of("page" + page);
        store.write(
            transaction -> {
              transaction.put("page", key, Map.of("text", "x"));
              return null;
            });
      }
      assertThat(store.sweep().folded()).isEqualTo(5);
      assertThat(store.counter("pages")).isEqualTo(5);
      assertThat(receipts()).hasSize(5);
      store.write(transaction -> transaction.delete("page", Tuple.of("page0")));
      pass(Duration.ofMinutes(5));
      assertThat(store.mergeDeltas()).isEqualTo(1);
      // The first item is never removed: HBase seeks past removals from it.
      assertThat(receipts()).hasSize(2).first().isEqualTo(Long.MIN_VALUE);
      assertThat(store.counter("pages")).isEqualTo(4);
      pass(Duration.ofMinutes(5));
      store.sweep();
      pass(Duration.ofMinutes(5));
      store.sweep();
      assertThat(receipts()).containsExactly(Long.MIN_VALUE);
      assertThat(store.counter("pages")).isEqualTo(4);
    }
  }

  /** Returns the versions of all existing receipts. */
  private List<Long> receipts() {
    try (Engine engine = cluster.connect()) {
      return engine
          .get(
              Get.of(
                  "counters",
                  Tuple.of("pages", 0),
                  new FamilyRead.Items("changes", KeyRange.ALL, 100, false)))
          .itemsOf("changes")
          .stream()
          .map(item -> (Long) item.key().get(0))
          .toList();
    }
  }

  /** The cleaner clears applied outboxes in the meantime; until then nothing counts as old. */
  private static void settle(Store store) {
    SweepResult result;
    do {
      result = store.sweep();
    } while (result.finished() + result.pending() > 0);
  }

  @Test
  void sweep_remainsOfADeletedRow_areRemovedAfterTwoDays() {
    try (Store store = open(cluster.connect(), Duration.ZERO)) {
      store.write(SweepTest::putRiga);
      store.write(transaction -> transaction.delete("page", RIGA));
      settle(store);
      assertThat(store.sweep().removed()).isZero();
      pass(Duration.ofHours(49));
      assertThat(store.sweep().removed()).isEqualTo(1);
      assertThat(store.sweep().removed()).isZero();
      store.write(SweepTest::putRiga);
      assertThat(store.index("within", Tuple.of("Latvia"), Paging.first(9)).entries())
          .containsExactly(RIGA);
    }
  }

  @Test
  void passOverAllRows_rowsRegisteredInAnEndedSession_areRemoved() {
    try (Store store = open(cluster.connect(), Duration.ZERO)) {
      store.write(SweepTest::putRiga);
      registerInAnEndedSession(1);
      store.check(StoreCheck.Options.REPORT).run(finding -> {}, looked -> {});
      assertThat(rowsOfTheEndedSession()).isEmpty();
      store.sweep();
      registerInAnEndedSession(2);
      pass(Duration.ofHours(49));
      store.sweep();
      assertThat(rowsOfTheEndedSession()).isEmpty();
    }
  }

  private void registerInAnEndedSession(int page) {
    try (Engine engine = cluster.connect()) {
      engine.mutate(
          Mutation.of(
                  "portolan_sessions",
                  Tuple.of(42L, page),
                  new Change.PutItem(
                      "open_rows", Tuple.of(0), List.of("page", Bytes.copyOf(new byte[] {1}))))
              .at(1),
          Durability.SYNCED);
    }
    assertThat(rowsOfTheEndedSession()).hasSize(1);
  }

  private List<Row> rowsOfTheEndedSession() {
    try (Engine engine = cluster.connect()) {
      KeyRange ofTheSession = KeyRange.startingWith(Tuple.of(42L));
      Scan scan =
          Scan.of(
              "portolan_sessions",
              ofTheSession,
              9,
              new FamilyRead.Items("open_rows", KeyRange.ALL, 1, false));
      return engine.scan(scan).rows();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void check_damage_isFoundAndRepaired(boolean repair) {
    now.set(Instant.now());
    try (Store store = open(cluster.connect(), Duration.ZERO)) {
      store.write(SweepTest::putRiga);
      damage();
      StoreCheck.Options options = new StoreCheck.Options(repair, false, Duration.ZERO, 10);
      List<StoreCheck.Finding> findings = new ArrayList<>();
      pass(Duration.ofMinutes(1));
      StoreCheck.Result result = store.check(options).run(findings::add, looked -> {});
      assertThat(findings).hasSize(3);
      assertThat(result.missing()).isEqualTo(8);
      assertThat(result.dangling()).isEqualTo(1);
      assertThat(result.isClean()).isEqualTo(repair);
      pass(Duration.ofMinutes(1));
      List<StoreCheck.Finding> after = new ArrayList<>();
      store.check(options).run(after::add, looked -> {});
      assertThat(after).hasSize(repair ? 0 : 3);
    }
  }

  /** Removes an entry, adds an entry without a row, and adds a wrong receipt to a counter. */
  private void damage() {
    try (Engine engine = cluster.connect()) {
      long later = now.get().toEpochMilli() + 1;
      engine.mutate(
          Mutation.of("page", Tuple.of("Latvia"), new Change.DeleteItem("backlinks", RIGA))
              .at(later),
          Durability.SYNCED);
      engine.mutate(
          Mutation.of(
                  "page",
                  Tuple.of("Nowhere"),
                  new Change.PutItem("backlinks", Tuple.of("Gone"), List.of()))
              .at(later),
          Durability.SYNCED);
      engine.mutate(
          Mutation.of(
                  "counters",
                  Tuple.of("pages", 0),
                  new Change.PutItem("changes", Tuple.of(later, 1L, 0), List.of(-7L)))
              .at(later),
          Durability.SYNCED);
      assertThat(new StoreSchema(RowStores.everyLayout()).index("within").family())
          .isEqualTo("backlinks");
    }
  }
}
