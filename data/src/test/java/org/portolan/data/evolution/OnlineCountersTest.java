package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * An entity gets counters while threads of the same process write its rows. Beside writers on
 * engines of rows: {@code CounterScenarioTest}.
 */
class OnlineCountersTest {
  private static final int WRITERS = 3;
  private static final int ROWS = 200;
  private static final String ROW_COUNTERS =
      """
            things: {layout: random(3)}
            sizes: {sums: size, layout: single}
            of_a_kind: {where: kind, layout: random(20), transactional: false}
      """;
  private static final String ITEM_COUNTER = "      parts: {counts: parts, layout: single}\n";

  @TempDir Path directory;

  private static Design design(boolean cells, String counters) {
    return DesignReader.read(
        """
        format: 1
        design: things
        entities:
          thing:
            key: {id: long}
            key-layout: plain
            families: {main: {kind: text, size: int}}
            collections: {parts: {key: {n: int}, storage: rows}}
            indexes:
              by_kind: {on: [kind], layout: %s single}
        """
                .formatted(cells ? "cells" : "object")
            + (counters.isEmpty() ? "" : "    counters:\n" + counters),
        "things");
  }

  /** Changes a random thing. */
  private static void change(StoreTransaction transaction, Random random) {
    Tuple key = Tuple.of((long) random.nextInt(ROWS));
    Map<String, Object> values = new HashMap<>();
    values.put("kind", random.nextBoolean() ? "kind " + random.nextInt(5) : null);
    values.put("size", random.nextBoolean() ? random.nextInt(100) : null);
    switch (random.nextInt(4)) {
      case 0 -> transaction.delete("thing", key);
      case 1 -> transaction.update("thing", key, values);
      default -> {
        transaction.put("thing", key, values);
        transaction.putItem("thing", key, "parts", Tuple.of(random.nextInt(3)), Map.of());
      }
    }
  }

  private static void change(Store store, Random random) {
    store.write(
        transaction -> {
          change(transaction, random);
          change(transaction, random);
          return null;
        });
  }

  /** Begins threads that change things. */
  private static Repeating crowd(Store store, AtomicLong made) {
    List<Runnable> turns = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      Random random = new Random(writer);
      turns.add(
          () -> {
            change(store, random);
            made.incrementAndGet();
          });
    }
    return new Repeating(turns);
  }

  private static void awaitMore(Repeating crowd, AtomicLong made) {
    long least = made.get() + 60;
    crowd.await(() -> made.get() >= least);
  }

  private static void requireRight(Store store, boolean items) {
    long[] expected = new long[4];
    store
        .scanStored("thing", Columns.ALL, Paging.first(10_000))
        .entries()
        .forEach(
            row -> {
              expected[0]++;
              Integer size = (Integer) row.value("size");
              expected[1] += size == null ? 0 : size;
              expected[2] += row.value("kind") == null ? 0 : 1;
              expected[3] +=
                  store.items("thing", row.key(), "parts", Paging.first(9)).entries().size();
            });
    assertThat(store.counter("things")).isEqualTo(expected[0]);
    assertThat(store.counter("sizes")).isEqualTo(expected[1]);
    assertThat(store.counter("of_a_kind")).isEqualTo(expected[2]);
    if (items) {
      assertThat(store.counter("parts")).isEqualTo(expected[3]);
    }
    EvolvingStore.requireClean(store);
  }

  /** Brings a store to one design after the other, the first time by its creation. */
  private static void changesBesideWriters(String uri, List<Design> designs) {
    boolean items = DesignWriter.write(designs.get(designs.size() - 1)).contains("counts: parts");
    try (Store store = Stores.openOrCreate(uri, designs.get(0))) {
      AtomicLong made = new AtomicLong();
      try (Repeating crowd = crowd(store, made)) {
        for (Design next : designs.subList(1, designs.size())) {
          awaitMore(crowd, made);
          assertThat(store.evolve(next, EvolveOptions.DEFAULT)).isNotEmpty();
        }
        awaitMore(crowd, made);
      }
      requireRight(store, items);
    }
    // The application is started again with the file with which it was deployed.
    try (Store store = Stores.openOrCreate(uri, designs.get(0))) {
      Random random = new Random(-1);
      for (int count = 0; count < 50; count++) {
        change(store, random);
      }
      assertThat(store.recount("things")).isZero();
    }
    try (Store store = Stores.open(uri)) {
      requireRight(store, items);
    }
  }

  @Test
  void counters_onRocksDb_areRightBesideWriters() {
    Design before = design(false, "");
    Design after = design(false, ROW_COUNTERS + ITEM_COUNTER);
    changesBesideWriters(
        "rocksdb:" + directory, List.of(before, after, before, after, before, after));
  }

  @Test
  void counters_onRows_areRightOneAfterTheOther() {
    onCluster(MemoryCluster.ofRows("counted", 1));
  }

  @Test
  void counters_onColumns_areRightOneAfterTheOther() {
    onCluster(MemoryCluster.ofColumns("counted", 1));
  }

  private static void onCluster(MemoryCluster cluster) {
    String uri = FixtureEngines.register(cluster::connect);
    Random random = new Random(3);
    try (Store store = Stores.openOrCreate(uri, design(true, ""))) {
      // Each counter with the marks that the one before has left in the rows.
      List<String> lines = ROW_COUNTERS.lines().toList();
      for (int count = 1; count <= lines.size(); count++) {
        for (int change = 0; change < 100; change++) {
          change(store, random);
        }
        store.evolve(
            design(true, String.join("\n", lines.subList(0, count)) + "\n"), EvolveOptions.DEFAULT);
      }
      for (int change = 0; change < 100; change++) {
        change(store, random);
      }
      requireRight(store, false);
      assertThatThrownBy(
              () -> store.evolve(design(true, ROW_COUNTERS + ITEM_COUNTER), EvolveOptions.DEFAULT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cannot count those of 'parts'");
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  @Test
  void killedAtEachCall_onRocksDb_hasRightCountersOrNone() {
    Engine engine = Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
    try (FaultyNetwork network = new FaultyNetwork(engine)) {
      String uri = FixtureEngines.register(() -> network.client(FaultPlan.NONE));
      Random random = new Random(5);
      try (Store store = Stores.openOrCreate(uri, design(false, ""))) {
        for (int count = 0; count < 50; count++) {
          change(store, random);
        }
      }
      int calls = 1;
      while (isKilled(network, uri, calls, random)) {
        calls++;
      }
      assertThat(calls).as("calls of the change").isGreaterThan(20);
      FixtureEngines.forget(uri);
    }
  }

  /**
   * Adds counters, and dies at a call; then the change is given up or completed, and the counters
   * are dropped. Returns whether it has that many calls.
   */
  private static boolean isKilled(FaultyNetwork network, String uri, int number, Random random) {
    Design before = design(false, "");
    Design after = design(false, ROW_COUNTERS + ITEM_COUNTER);
    try {
      boolean killed = DyingProcess.diesAt(network, number, after, store -> {});
      boolean cancels = killed && number % 2 == 0 && !DyingProcess.isTargetInForce(network);
      try (Store store = Stores.openOrCreate(uri, before)) {
        change(store, random);
        if (cancels) {
          store.cancelEvolution(EvolveOptions.DEFAULT);
          change(store, random);
          EvolvingStore.requireClean(store);
        }
        store.evolve(after, EvolveOptions.DEFAULT);
        change(store, random);
        requireRight(store, true);
        store.evolve(before, EvolveOptions.DEFAULT);
      }
      return killed;
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError("call " + number, failure);
    }
  }
}
