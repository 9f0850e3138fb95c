package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

/**
 * A process dies at each call of a change that adds a column and a family; then another one gives
 * the change up or completes it.
 */
class EveryAdditionCallTest {
  private static final Tuple KEY = OnlineAdditionsTest.KEY;

  @TempDir Path directory;

  @Test
  void killedAtEachCall_losesNothingAndEndsEitherWay() {
    Engine engine = Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
    try (FaultyNetwork network = new FaultyNetwork(engine)) {
      String uri = FixtureEngines.register(() -> network.client(FaultPlan.NONE));
      List<String> columns = new ArrayList<>(List.of("c0"));
      try (Store store = Stores.openOrCreate(uri, columns(columns))) {
        putColumns(store, columns);
      }
      int calls = 1;
      while (isKilled(network, uri, calls, columns)) {
        calls++;
      }
      assertThat(calls).as("calls of the change").isGreaterThan(20);
      FixtureEngines.forget(uri);
    }
  }

  /** A design has few families. */
  private static boolean hasFamily(String column) {
    return column.endsWith("5");
  }

  private static Design columns(List<String> columns) {
    StringBuilder main = new StringBuilder("kind: text, size: int");
    columns.forEach(each -> main.append(", ").append(each).append(": text"));
    String families =
        columns.stream()
            .filter(EveryAdditionCallTest::hasFamily)
            .map(each -> ", f" + each + ": {in_" + each + ": int}")
            .reduce("", String::concat);
    return OnlineAdditionsTest.design("cells", main.toString(), "note: text", families);
  }

  private static void putColumns(Store store, List<String> columns) {
    store.write(
        transaction -> {
          transaction.put("thing", KEY, Map.of("kind", "k"));
          for (String column : columns) {
            transaction.update("thing", KEY, Map.of(column, "v " + column));
            if (hasFamily(column)) {
              transaction.update("thing", KEY, Map.of("in_" + column, 1));
            }
          }
          return null;
        });
  }

  /**
   * Adds a column and a family, and dies at a call; then the change is given up or completed.
   * Returns whether it has that many calls.
   */
  private static boolean isKilled(
      FaultyNetwork network, String uri, int number, List<String> columns) {
    Design old = columns(columns);
    List<String> more = new ArrayList<>(columns);
    more.add("c" + number);
    Design target = columns(more);
    try {
      boolean killed = DyingProcess.diesAt(network, number, target, store -> {});
      boolean cancels = killed && number % 2 == 0 && !DyingProcess.isTargetInForce(network);
      try (Store store = Stores.openOrCreate(uri, old)) {
        store.write(
            transaction -> {
              transaction.put("thing", KEY, valuesOf(columns));
              return null;
            });
        if (cancels) {
          store.cancelEvolution(EvolveOptions.DEFAULT);
          assertThat(OnlineAdditionsTest.row(store).values())
              .containsAllEntriesOf(valuesOf(columns));
        }
        store.evolve(target, EvolveOptions.DEFAULT);
        store.write(
            transaction -> transaction.update("thing", KEY, Map.of("c" + number, "v c" + number)));
        columns.add("c" + number);
      }
      try (Store store = Stores.openOrCreate(uri, old)) {
        OnlineAdditionsTest.putOld(store, "k");
        EvolvingStore.requireClean(store);
      }
      try (Store store = Stores.open(uri)) {
        assertThat(OnlineAdditionsTest.row(store).values())
            .containsEntry("c" + number, "v c" + number);
        putColumns(store, columns);
        assertThat(OnlineAdditionsTest.row(store).values()).containsAllEntriesOf(valuesOf(columns));
        EvolvingStore.requireClean(store);
      }
      return killed;
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError("call " + number, failure);
    }
  }

  private static Map<String, Object> valuesOf(List<String> columns) {
    Map<String, Object> values = new HashMap<>();
    columns.forEach(each -> values.put(each, "v " + each));
    values.put("kind", "k");
    return values;
  }
}
