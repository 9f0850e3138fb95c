package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Checks and recounts while other processes write, check or die. */
class CheckBesideWritersTest {
  private static final StoreCheck.Options REPAIR =
      new StoreCheck.Options(true, false, Duration.ZERO, 100);

  private final MemoryCluster cluster = MemoryCluster.ofRows("beside", 1);
  private final HookedEngine hooked = new HookedEngine(cluster.connect());

  private Store open() {
    return RowStores.open(cluster::connect, RowStores.everyLayout(), RowStores.OPTIONS);
  }

  private Store openHooked() {
    return RowStores.open(() -> hooked, RowStores.everyLayout(), RowStores.OPTIONS);
  }

  private static void put(Store store, String title, Map<String, Object> values) {
    store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), values);
          return null;
        });
  }

  private static void deleteB(Store store) {
    store.write(transaction -> transaction.delete("page", Tuple.of("B")));
  }

  private static boolean readsStates(Scan scan) {
    return scan.table().equals("page")
        && scan.families().size() == 1
        && scan.families().get(0).family().equals("_write");
  }

  /** Makes two pages, and a counter that shows one. */
  private void twoPagesCountedAsOne(Store store) {
    put(store, "A", Map.of("text", "x"));
    put(store, "B", Map.of("text", "x"));
    try (Engine engine = cluster.connect()) {
      long later = System.currentTimeMillis() + 1;
      engine.mutate(
          Mutation.of(
                  "counters",
                  Tuple.of("pages", 0),
                  new Change.PutItem("changes", Tuple.of(later, 1L, 0), List.of(-1L)))
              .at(later),
          Durability.SYNCED);
    }
    assertThat(store.counter("pages")).isEqualTo(1);
    settle(store);
  }

  private static void settle(Store store) {
    while (store.sweep().finished() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void checks_twoAtATimeBesideADeletion_repairOnce() {
    try (Store first = openHooked();
        Store second = open()) {
      twoPagesCountedAsOne(second);
      AtomicInteger scans = new AtomicInteger();
      hooked.beforeScan =
          scan -> {
            if (readsStates(scan)) {
              scans.incrementAndGet();
            }
          };
      List<StoreCheck.Result> results = new ArrayList<>();
      var below = hooked.reads;
      hooked.reads =
          gets -> {
            if (scans.get() >= 2
                && gets.size() == 1
                && gets.get(0).table().equals("counters")
                && results.isEmpty()) {
              // The first check has found the difference, and reads the counter again.
              results.add(second.check(REPAIR).run(finding -> {}, looked -> {}));
              deleteB(second);
            }
            return below.apply(gets);
          };

      first.check(REPAIR).run(finding -> {}, looked -> {});

      assertThat(results).hasSize(1);
      assertThat(results.get(0).repaired()).isEqualTo(1);
      assertThat(second.counter("pages")).isEqualTo(1);
    }
  }

  @Test
  void recount_besideADeletion_countsAtAMomentWhenNoRowChanges() {
    try (Store first = openHooked();
        Store second = open()) {
      twoPagesCountedAsOne(second);
      AtomicInteger counts = new AtomicInteger();
      hooked.beforeScan =
          scan -> {
            if (scan.table().equals("page")
                && !readsStates(scan)
                && counts.incrementAndGet() == 1) {
              deleteB(second);
            }
          };

      first.recount("pages");

      assertThat(counts.get()).isGreaterThan(1);
      assertThat(second.counter("pages")).isEqualTo(1);
    }
  }

  /** The lock of a dead writer lasts for two seconds. */
  @Test
  void check_entryOfARowThatADeadWriterHasLocked_isRepaired() {
    try (Store store = open()) {
      put(store, "A", Map.of("text", "x", "links", Set.of("Latvia")));
      settle(store);
      try (Engine engine = cluster.connect()) {
        engine.mutate(
            Mutation.of(
                    "page", Tuple.of("Latvia"), new Change.DeleteItem("backlinks", Tuple.of("A")))
                .at(System.currentTimeMillis() + 1),
            Durability.SYNCED);
      }
      dieWithALockOfA();

      StoreCheck.Result result =
          store.check(StoreCheck.Options.REPAIR).run(finding -> {}, looked -> {});

      assertThat(result.missing()).isEqualTo(1);
      assertThat(result.repaired()).isEqualTo(1);
    }
  }

  private void dieWithALockOfA() {
    hooked.dyingBefore(
        mutations ->
            mutations.size() == 1
                && mutations.get(0).table().equals("page")
                && mutations.get(0).key().equals(Tuple.of("B")));
    Store dead = openHooked();
    assertThatThrownBy(
            () ->
                dead.write(
                    transaction -> {
                      transaction.put(
                          "page", Tuple.of("A"), Map.of("text", "y", "links", Set.of("Latvia")));
                      transaction.put("page", Tuple.of("B"), Map.of("text", "y"));
                      return null;
                    }))
        .isInstanceOf(HookedEngine.Death.class);
  }
}
