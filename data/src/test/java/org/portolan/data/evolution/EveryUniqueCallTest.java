package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StillRuntime;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
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
import org.portolan.types.Tuple;

/**
 * A process dies after each call that changes the store, in a change that adds a unique index or
 * finds two rows of one value; then another one goes on with it or gives it up.
 */
class EveryUniqueCallTest {
  private static final int ROWS = 5;

  @TempDir Path directory;
  private int stores;

  @Test
  void killedAtEachCall_onRocksDb_endsEitherWay() {
    killedAtEachCall(
        () ->
            Engines.open(
                "rocksdb:" + directory.resolve("store-" + ++stores), OpenMode.CREATE_IF_MISSING));
  }

  @Test
  void killedAtEachCall_onRows_endsEitherWay() {
    killedAtEachCall(() -> MemoryCluster.ofRows("rows", 1).connect());
  }

  @Test
  void killedAtEachCall_onColumns_endsEitherWay() {
    killedAtEachCall(() -> MemoryCluster.ofColumns("columns", 1).connect());
  }

  /** A kill before another call, or after a read, would leave the store in one of these states. */
  private static void killedAtEachCall(Supplier<Engine> opening) {
    for (boolean twice : new boolean[] {false, true}) {
      List<Call> changes =
          evolved(opening, FaultPlan.NONE, twice, false).stream()
              .filter(call -> !call.background() && call.writes())
              .toList();
      assertThat(changes).as("calls that change the store").hasSizeGreaterThan(10);
      for (boolean takenBack : new boolean[] {false, true}) {
        evolved(opening, FaultPlan.at(1, Fault.killBefore()), twice, takenBack);
        for (Call change : changes) {
          evolved(opening, FaultPlan.at(change.number(), Fault.killAfter()), twice, takenBack);
        }
      }
    }
  }

  /**
   * Adds the index by a process with faults, and then by another one.
   *
   * @param twice whether two rows have one value
   * @param takenBack whether the other one first takes the change back, if it can
   * @return the calls of the first process
   */
  private static List<Call> evolved(
      Supplier<Engine> opening, FaultPlan faults, boolean twice, boolean takenBack) {
    List<String> uris = new ArrayList<>();
    // A dead process is waited for without taking time.
    StoreOptions still =
        StoreOptions.DEFAULT
            .sweeping(Duration.ZERO, Duration.ZERO)
            .in(new StillRuntime(System.currentTimeMillis()));
    try (FaultyNetwork network = new FaultyNetwork(opening.get())) {
      String uri = FixtureEngines.register(() -> network.client(FaultPlan.NONE));
      uris.add(uri);
      try (Store store = Stores.openOrCreate(uri, OnlineUniqueTest.OLD, still)) {
        for (long id = 0; id < ROWS; id++) {
          OnlineUniqueTest.put(store, id, twice && id == 3 ? "USER1@x" : "user" + id + "@x");
        }
      }
      FaultyEngine mortal = network.client(FaultPlan.NONE);
      String mortalUri = FixtureEngines.register(() -> mortal);
      uris.add(mortalUri);
      try {
        Store dying = Stores.openOrCreate(mortalUri, OnlineUniqueTest.OLD, still);
        mortal.startOver(faults);
        evolve(dying, twice);
        dying.close();
      } catch (ClientKilledError killed) {
        assertThat(faults).isNotEqualTo(FaultPlan.NONE);
      }
      try (Store store = Stores.openOrCreate(uri, OnlineUniqueTest.OLD, still)) {
        requireEnded(store, twice, takenBack);
      }
      return mortal.calls();
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError(
          faults + ", two rows: " + twice + ", taken back: " + takenBack, failure);
    } finally {
      uris.forEach(FixtureEngines::forget);
    }
  }

  private static void evolve(Store store, boolean twice) {
    boolean made = true;
    try {
      List<String> unused = store.evolve(OnlineUniqueTest.NEW, EvolveOptions.DEFAULT);
    } catch (DataException violated) {
      made = false;
    }
    assertThat(made).isNotEqualTo(twice);
  }

  private static void requireEnded(Store store, boolean twice, boolean takenBack) {
    // Whatever the step, a row that gets a value of its own is written.
    OnlineUniqueTest.put(store, 100, "user100@x");
    boolean givenUp = false;
    if (takenBack) {
      try {
        givenUp = store.cancelEvolution(EvolveOptions.DEFAULT);
      } catch (StoreMismatchException inForce) {
        assertThat(twice).isFalse();
      }
    }
    if (givenUp) {
      requireNotUnique(store);
    }
    if (twice) {
      requireRefused(store);
      requireNotUnique(store);
      OnlineUniqueTest.put(store, 3, "user3@x");
    }
    store.evolve(OnlineUniqueTest.NEW, EvolveOptions.DEFAULT);
    for (long id = 0; id < ROWS; id++) {
      assertThat(OnlineUniqueTest.owners(store, "User" + id + "@X")).containsExactly(Tuple.of(id));
    }
    assertThatThrownBy(() -> OnlineUniqueTest.put(store, 101, "USER4@x"))
        .isInstanceOf(DuplicateValueException.class);
    assertThat(store.get("user", Tuple.of(101L), Columns.ALL)).isEmpty();
    EvolvingStore.requireClean(store);
  }

  private static void requireRefused(Store store) {
    try {
      store.evolve(OnlineUniqueTest.NEW, EvolveOptions.DEFAULT);
      throw new AssertionError("two rows have one value");
    } catch (StoreMismatchException beingGivenUp) {
      assertThat(beingGivenUp).hasMessageContaining("is being given up");
      assertThat(store.cancelEvolution(EvolveOptions.DEFAULT)).isTrue();
    } catch (DataException violated) {
      assertThat(violated).hasMessageContaining("the rows (1) and (3) both have the value");
    }
  }

  /** The design before has no unique index. */
  private static void requireNotUnique(Store store) {
    assertThat(OnlineUniqueTest.indexes(store)).containsExactly("by_name");
    OnlineUniqueTest.put(store, 102, "user4@x");
    EvolvingStore.requireClean(store);
    store.write(transaction -> transaction.delete("user", Tuple.of(102L)));
  }
}
