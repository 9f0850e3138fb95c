package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Evolution;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.Stores;
import org.portolan.data.UnfinishedEvolutionException;
import org.portolan.data.history.RandomDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/**
 * Kills the process that changes a design in each state in which it can leave the store. Another
 * one then goes on; or it takes the change back and makes it anew.
 */
class EveryEvolutionCallTest {
  private static final int SEEDS = Integer.getInteger("portolan.evolution.seeds", 3);
  private static final int FIRST = Integer.getInteger("portolan.evolution.first", 0);
  private static final int TRANSACTIONS = 8;

  @TempDir Path directory;
  private int stores;

  @TestFactory
  Stream<DynamicTest> killedAtEachCall_onRows_goesOn() {
    return seeds("rows", seed -> MemoryCluster.ofRows("rows", seed).connect());
  }

  @TestFactory
  Stream<DynamicTest> killedAtEachCall_onColumns_goesOn() {
    return seeds("columns", seed -> MemoryCluster.ofColumns("columns", seed).connect());
  }

  @TestFactory
  Stream<DynamicTest> killedAtEachCall_onRocksDb_goesOn() {
    return seeds(
        "rocksdb",
        seed ->
            Engines.open(
                "rocksdb:" + directory.resolve("store-" + ++stores), OpenMode.CREATE_IF_MISSING));
  }

  private interface Opening {
    Engine empty(int seed);
  }

  private static Stream<DynamicTest> seeds(String kind, Opening opening) {
    return IntStream.range(FIRST, FIRST + SEEDS)
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest(
                    kind + ", seed " + seed,
                    () -> killedInEachState(() -> opening.empty(seed), seed)));
  }

  /**
   * Kills the process before its first call and after each call that changes the store. A kill
   * before another call, or after a read, would leave the store in one of these states again.
   */
  private static void killedInEachState(Supplier<Engine> opening, int seed) {
    List<Call> changes =
        evolved(opening, seed, FaultPlan.NONE, false).stream()
            .filter(call -> !call.background() && call.writes())
            .toList();
    assertThat(changes).as("calls that change the store").hasSizeGreaterThan(4);
    for (boolean takenBack : new boolean[] {false, true}) {
      evolved(opening, seed, FaultPlan.at(1, Fault.killBefore()), takenBack);
      for (Call change : changes) {
        evolved(opening, seed, FaultPlan.at(change.number(), Fault.killAfter()), takenBack);
      }
    }
  }

  /**
   * Changes the design of a store by a process with faults, then by another one if it is killed.
   *
   * @param takenBack whether the other one first takes the change back, if it can
   * @return the calls of the first process
   */
  private static List<Call> evolved(
      Supplier<Engine> opening, int seed, FaultPlan faults, boolean takenBack) {
    try (FaultyNetwork network = new FaultyNetwork(opening.get())) {
      String uri = FixtureEngines.register(() -> network.client(FaultPlan.NONE));
      Random random = new Random(seed);
      Capabilities capabilities = network.store().capabilities();
      EvolvingStore store =
          new EvolvingStore(uri, capabilities, RandomDesign.fitting(capabilities, seed), random);
      store.write(TRANSACTIONS);
      // A store that has evolved before.
      if (seed % 2 == 1) {
        evolve(uri, store, store.next());
      }
      RandomEvolution evolution = store.next();
      FaultyEngine mortal = network.client(FaultPlan.NONE);
      String mortalUri = FixtureEngines.register(() -> mortal);
      mortal.startOver(faults);
      boolean killed = false;
      try {
        Evolution.apply(
            mortalUri, evolution.target(), evolution.renames(), EvolvingStore.options());
      } catch (ClientKilledError e) {
        killed = true;
      }
      try {
        assertThat(killed).isEqualTo(faults != FaultPlan.NONE);
        recover(uri, store, evolution, killed, takenBack);
        store.write(TRANSACTIONS);
        store.requireReads();
        // Whatever was left by the change that was interrupted, the next one gets along with it.
        evolve(uri, store, store.next());
        store.requireReads();
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError(
            mortal.calls().size()
                + " calls of the change "
                + evolution
                + " and its way back, taken back: "
                + takenBack,
            failure);
      } finally {
        FixtureEngines.forget(uri);
        FixtureEngines.forget(mortalUri);
      }
      return mortal.calls();
    }
  }

  private static void evolve(String uri, EvolvingStore store, RandomEvolution evolution) {
    Evolution.apply(uri, evolution.target(), evolution.renames(), EvolvingStore.options());
    store.evolved(evolution);
  }

  private static void recover(
      String uri,
      EvolvingStore store,
      RandomEvolution evolution,
      boolean killed,
      boolean takenBack) {
    boolean underWay = Evolution.status(uri).isPresent();
    if (!killed) {
      assertThat(underWay).isFalse();
      store.evolved(evolution);
      return;
    }
    if (underWay) {
      requireRefused(uri, store, evolution);
    }
    if (underWay && takenBack) {
      boolean cancelled = true;
      try {
        Evolution.cancel(uri, EvolvingStore.options());
      } catch (StoreMismatchException inForce) {
        cancelled = false;
      }
      if (cancelled) {
        assertThat(Evolution.status(uri)).isEmpty();
        store.requireReads();
        store.write(TRANSACTIONS);
        store.requireReads();
      }
    }
    evolve(uri, store, evolution);
    assertThat(Evolution.status(uri)).isEmpty();
    store.requireReads();
  }

  private static void requireRefused(String uri, EvolvingStore store, RandomEvolution evolution) {
    assertThatThrownBy(() -> Stores.open(uri)).isInstanceOf(UnfinishedEvolutionException.class);
    assertThatThrownBy(() -> Stores.openOrCreate(uri, evolution.target()))
        .isInstanceOf(UnfinishedEvolutionException.class);
    RandomEvolution other = store.next();
    if (!other.target().equals(evolution.target())) {
      assertThatThrownBy(
              () -> Evolution.apply(uri, other.target(), other.renames(), EvolvingStore.options()))
          .isInstanceOf(StoreMismatchException.class)
          .hasMessageContaining("is being changed to another design");
    }
  }
}
