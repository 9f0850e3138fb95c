package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

/** The shards of counters change while threads of the same process read and write. */
class OnlineShardsTest {
  private static final int WRITERS = 3;
  private static final List<Integer> SHARDS = List.of(1, 50, 11, 3, 20, 1, 2);

  @TempDir Path directory;

  private static Design design(int shards, String layout) {
    String spelled = shards == 1 ? "single" : "random(" + shards + ")";
    return DesignReader.read(
        """
        format: 1
        design: things
        entities:
          thing:
            key: {id: long}
            key-layout: plain
            families: {main: {kind: text, size: int}}
            indexes:
              by_kind: {on: [kind], layout: object %s}
            counters:
              things: {layout: %s}
              sizes: {sums: size, layout: %s}
              of_a_kind: {where: kind, layout: random(4), transactional: false}
        """
            .formatted(layout, spelled, spelled),
        "things");
  }

  private static void insert(Store store, long id) {
    store.write(
        transaction -> {
          transaction.insert("thing", Tuple.of(id), Map.of("kind", "kind " + id % 50, "size", 2));
          return null;
        });
  }

  /** Threads that insert rows, and one that reads their number. */
  private static final class Crowd implements AutoCloseable {
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private final Repeating threads;

    Crowd(Store store) {
      List<Runnable> turns = new ArrayList<>(Collections.nCopies(WRITERS, () -> write(store)));
      turns.add(() -> read(store));
      threads = new Repeating(turns);
    }

    private void write(Store store) {
      insert(store, begun.getAndIncrement());
      made.incrementAndGet();
    }

    private void read(Store store) {
      long least = made.get();
      long value = store.counter("things");
      long sum = store.counter("sizes");
      assertThat(value).isBetween(least, begun.get());
      assertThat(sum).isBetween(2 * least, 2 * begun.get());
      reads.incrementAndGet();
    }

    void awaitMore() {
      long rows = made.get() + 50;
      long seen = reads.get() + 5;
      threads.await(() -> made.get() >= rows && reads.get() >= seen);
    }

    @Override
    public void close() {
      threads.close();
    }
  }

  private static void requireRight(Store store, long rows) {
    assertThat(store.counter("things")).isEqualTo(rows);
    assertThat(store.counter("sizes")).isEqualTo(2 * rows);
    assertThat(store.counter("of_a_kind")).isEqualTo(rows);
    EvolvingStore.requireClean(store);
  }

  @Test
  void shards_onRocksDb_changeBesideWritersAndReaders() {
    String uri = "rocksdb:" + directory;
    long rows;
    try (Store store = Stores.openOrCreate(uri, design(SHARDS.get(0), "single"))) {
      Crowd crowd = new Crowd(store);
      try (crowd) {
        for (int shards : SHARDS.subList(1, SHARDS.size())) {
          crowd.awaitMore();
          // Alone, and together with an index.
          String layout = shards % 2 == 0 ? "hashed(" + shards + ")" : "single";
          List<String> made = store.evolve(design(shards, layout), EvolveOptions.DEFAULT);
          assertThat(made).anySatisfy(line -> assertThat(line).contains("counter things"));
        }
        crowd.awaitMore();
      }
      rows = crowd.made.get();
      requireRight(store, rows);
    }
    // The application is started again with the file with which it was deployed.
    try (Store store = Stores.openOrCreate(uri, design(SHARDS.get(0), "single"))) {
      requireRight(store, rows);
      insert(store, -1);
      requireRight(store, rows + 1);
      assertThat(store.recount("things")).isZero();
    }
  }

  @Test
  void changeOfTheStoppedStore_afterwards_getsAlongWithWhatIsInOtherShards() {
    String uri = "rocksdb:" + directory;
    try (Store store = Stores.openOrCreate(uri, design(40, "single"))) {
      for (long id = 0; id < 100; id++) {
        insert(store, id);
      }
      store.evolve(design(2, "single"), EvolveOptions.DEFAULT);
      requireRight(store, 100);
    }
    assertThat(remainders(uri)).isNotEmpty();
    // Indexes alone, so that the counters stay as they are; then the counters.
    for (Design next : List.of(design(2, "hashed(3)"), design(5, "single"), design(60, "single"))) {
      Evolution.apply(uri, next, Renames.NONE, EvolvingStore.options());
      try (Store store = Stores.open(uri)) {
        requireRight(store, 100);
      }
    }
    try (Store store = Stores.open(uri)) {
      store.evolve(design(1, "single"), EvolveOptions.DEFAULT);
      requireRight(store, 100);
      store.evolve(design(60, "single"), EvolveOptions.DEFAULT);
      requireRight(store, 100);
    }
    // All shards are read again.
    assertThat(remainders(uri)).isEmpty();
  }

  private static Map<String, Long> remainders(String uri) {
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      return StoredDesign.of(engine).evolution().map(EvolutionState::remainders).orElseThrow();
    }
  }

  @Test
  void killedAtEachCall_onRocksDb_hasTheSameCounters() {
    Engine engine = Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
    try (FaultyNetwork network = new FaultyNetwork(engine)) {
      String uri = FixtureEngines.register(() -> network.client(FaultPlan.NONE));
      try (Store store = Stores.openOrCreate(uri, design(3, "single"))) {
        for (long id = 0; id < 10; id++) {
          insert(store, id);
        }
        // Something is in the shards that neither design has.
        store.evolve(design(12, "single"), EvolveOptions.DEFAULT);
        for (long id = 10; id < 20; id++) {
          insert(store, id);
        }
        store.evolve(design(3, "single"), EvolveOptions.DEFAULT);
      }
      long rows = 20;
      int calls = 1;
      while (isKilled(network, uri, calls, rows)) {
        rows += 2;
        calls++;
      }
      assertThat(calls).as("calls of the change").isGreaterThan(20);
      FixtureEngines.forget(uri);
    }
  }

  /**
   * Changes from three shards to seven, or back, and dies at a call; then the change is given up or
   * completed. Returns whether it has that many calls.
   */
  private static boolean isKilled(FaultyNetwork network, String uri, int number, long before) {
    long rows = before;
    try {
      Design old = StoredDesign.of(network.store()).design();
      int shards = old.entities().get(0).counters().get(0).shards() == 3 ? 7 : 3;
      Design target = design(shards, number % 4 < 2 ? "single" : "hashed(2)");
      boolean killed = DyingProcess.diesAt(network, number, target, store -> {});
      boolean cancels = killed && number % 3 == 0 && !DyingProcess.isTargetInForce(network);
      try (Store store = Stores.open(uri)) {
        requireRight(store, rows);
        insert(store, rows++);
        requireRight(store, rows);
        if (cancels) {
          store.cancelEvolution(EvolveOptions.DEFAULT);
          requireRight(store, rows);
        }
        store.evolve(target, EvolveOptions.DEFAULT);
        insert(store, rows++);
        requireRight(store, rows);
        assertThat(store.index("by_kind", Tuple.of("kind 3"), Paging.first(1_000)).entries())
            .isNotEmpty();
      }
      return killed;
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError("call " + number, failure);
    }
  }
}
