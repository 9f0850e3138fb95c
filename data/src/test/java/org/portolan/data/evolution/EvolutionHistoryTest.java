package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Evolution;
import org.portolan.data.history.RandomDesign;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/**
 * Random chains of designs, each from a seed, which is in the test's name: rows are written by each
 * design and read by the following ones. After one of the changes of the stopped store, something
 * is added to the open one, and after another one, it changes in any way that an open store can:
 * mostly something is dropped. {@code -Dportolan.evolution.seeds=1000} runs more.
 */
class EvolutionHistoryTest {
  private static final int SEEDS = Integer.getInteger("portolan.evolution.seeds", 12);
  private static final int FIRST = Integer.getInteger("portolan.evolution.first", 0);
  private static final int DESIGNS = 4;
  private static final int TRANSACTIONS = 25;

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> chainOfDesigns_onRows_readsAsItsModel() {
    return seeds("rows", seed -> fixture(MemoryCluster.ofRows("rows", seed)));
  }

  @TestFactory
  Stream<DynamicTest> chainOfDesigns_onColumns_readsAsItsModel() {
    return seeds("columns", seed -> fixture(MemoryCluster.ofColumns("columns", seed)));
  }

  @TestFactory
  Stream<DynamicTest> chainOfDesigns_onRocksDb_readsAsItsModel() {
    return seeds("rocksdb", seed -> "rocksdb:" + directory.resolve("ordered-" + seed));
  }

  @TestFactory
  Stream<DynamicTest> chainOfDesigns_withoutOrder_readsAsItsModel() {
    return seeds("unordered", seed -> "unordered:rocksdb:" + directory.resolve("none-" + seed));
  }

  private static String fixture(MemoryCluster cluster) {
    return FixtureEngines.register(cluster::connect);
  }

  private interface Opening {
    String uri(int seed);
  }

  private static Stream<DynamicTest> seeds(String kind, Opening opening) {
    return IntStream.range(FIRST, FIRST + SEEDS)
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest(
                    kind + ", seed " + seed, () -> run(opening.uri(seed), seed)));
  }

  private static void run(String uri, int seed) {
    Capabilities capabilities;
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      capabilities = engine.capabilities();
    }
    EvolvingStore store =
        new EvolvingStore(
            uri, capabilities, RandomDesign.fitting(capabilities, seed), new Random(~seed));
    store.write(TRANSACTIONS);
    for (int design = 1; design < DESIGNS; design++) {
      RandomEvolution evolution = store.next();
      List<String> made =
          Evolution.apply(uri, evolution.target(), evolution.renames(), EvolvingStore.options());
      assertThat(made).isNotEmpty();
      store.evolved(evolution);
      try {
        store.requireReads();
        store.write(TRANSACTIONS);
        store.requireReads();
        if (design % (DESIGNS - 1) == (seed + 1) % (DESIGNS - 1)) {
          RandomEvolution online = store.change();
          try {
            store.requireReads();
            store.write(TRANSACTIONS);
            store.requireReads();
          } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError("after " + online + " on line", failure);
          }
        }
        if (design % (DESIGNS - 1) == seed % (DESIGNS - 1)) {
          store.grow();
          store.write(TRANSACTIONS);
          store.requireReads();
        }
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("after " + evolution, failure);
      }
      assertThat(Evolution.apply(uri, store.design(), Renames.NONE, EvolvingStore.options()))
          .as("changes by the same design")
          .isEmpty();
      assertThat(Evolution.status(uri)).isEmpty();
    }
  }
}
