package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

/**
 * A process dies at each call of a change that drops columns, a family, collections, counters and
 * an entity; then another one writes, and completes the change. Then all is added again.
 */
class EveryDropCallTest {
  private static final String STORAGE = "cells";

  @TempDir Path directory;

  @Test
  void killedAtEachCall_losesNothingElseAndBringsNothingBack() {
    Engine engine = Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
    try (FaultyNetwork network = new FaultyNetwork(engine)) {
      String uri = FixtureEngines.register(() -> network.client(FaultPlan.NONE));
      Design full = OnlineDropsTest.withoutReferences(STORAGE);
      Stores.openOrCreate(uri, full).close();
      int calls = 1;
      while (isKilled(network, uri, calls, full)) {
        calls++;
      }
      assertThat(calls).as("calls of the change").isGreaterThan(20);
      FixtureEngines.forget(uri);
    }
  }

  /** Drops everything and dies at a call. Returns whether the change has that many calls. */
  private static boolean isKilled(FaultyNetwork network, String uri, int number, Design full) {
    Design less = OnlineDropsTest.less(STORAGE);
    try {
      boolean killed =
          DyingProcess.diesAt(network, number, less, store -> put(store, "before " + number));
      boolean inForce = isTargetInForce(network);
      try (Store store = inForce ? Stores.openOrCreate(uri, less) : Stores.open(uri)) {
        if (killed && !inForce) {
          assertThat(OnlineAdditionsTest.row(store).values())
              .containsEntry("hint", "before " + number)
              .containsEntry("level", 9);
          assertThat(store.counter("users")).isEqualTo(1);
        }
        store.write(
            transaction -> {
              if (number % 2 == 0) {
                // With the items that the application does not see, as long as they are there.
                transaction.delete("thing", OnlineDropsTest.KEY);
              }
              transaction.put("thing", OnlineDropsTest.KEY, Map.of("kind", "k", "size", number));
              transaction.putItem(
                  "thing", OnlineDropsTest.KEY, "notes", Tuple.of("at"), Map.of("note", "k"));
              return null;
            });
        EvolvingStore.requireClean(store);
        store.evolve(less, EvolveOptions.DEFAULT);
        assertThat(OnlineAdditionsTest.row(store).intValue("size")).isEqualTo(number);
        assertThat(store.counter("things")).isEqualTo(1);
        List<Object> without = new ArrayList<>();
        store.itemsWithoutRow("thing", without::add);
        assertThat(without).isEmpty();
        EvolvingStore.requireClean(store);
        store.evolve(full, EvolveOptions.DEFAULT);
        OnlineDropsTest.requireNothingBack(store);
        assertThat(OnlineAdditionsTest.row(store).intValue("size")).isEqualTo(number);
        assertThat(store.counter("users")).isZero();
        store.itemsWithoutRow("thing", without::add);
        assertThat(without).isEmpty();
        EvolvingStore.requireClean(store);
      }
      return killed;
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError("call " + number, failure);
    }
  }

  private static void put(Store store, String text) {
    store.write(
        transaction -> {
          transaction.put(
              "thing",
              OnlineDropsTest.KEY,
              Map.of("kind", text, "size", 1, "level", 9, "hint", text, "author", text));
          transaction.putItem(
              "thing", OnlineDropsTest.KEY, "tags", Tuple.of("t"), Map.of("why", text));
          transaction.put("user", Tuple.of("a"), Map.of("mail", text));
          return null;
        });
  }

  private static boolean isTargetInForce(FaultyNetwork network) {
    StoredDesign stored = StoredDesign.of(network.store());
    return stored.onlineChange().filter(change -> !change.step().isTargetInForce()).isEmpty()
        && stored.design().entity("user").isEmpty();
  }
}
