package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.EntityRow;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.Stores;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.types.Tuple;

/** Columns and other parts are added on RocksDB, and applications of the old design go on. */
class OnlineAdditionsTest {
  private static final Tuple KEY = Tuple.of(1L);
  private static final Tuple AT = Tuple.of("at");

  @TempDir Path directory;

  private static Design design(String storage, String main, String item, String more) {
    return DesignReader.read(
        """
        format: 1
        design: things
        entities:
          thing:
            key: {id: long}
            key-layout: plain
            families: {main: {%s}%s}
            collections:
              notes: {key: {at: text}, storage: %s, columns: {%s}}
            indexes:
              by_kind: {on: [kind], layout: object single}
            counters:
              all_notes: {counts: notes, layout: single}
        """
            .formatted(main, more, storage, item),
        "things");
  }

  private static Design first(String storage) {
    return design(storage, "kind: text, size: int", "note: text", "");
  }

  private static Design grown(String storage) {
    return design(
        storage,
        "level: {type: int, required: true, default: 3}, kind: text,"
            + " hint: {type: text, default: d}, size: int",
        "rank: int, note: text, score: {type: int, required: true, default: 5}",
        ", other: {author: text}");
  }

  private static void putOld(Store store, String text) {
    store.write(
        transaction -> {
          transaction.put("thing", KEY, Map.of("kind", text, "size", 1));
          transaction.putItem("thing", KEY, "notes", AT, Map.of("note", text));
          return null;
        });
  }

  private static EntityRow row(Store store) {
    return store.get("thing", KEY, Columns.ALL).orElseThrow();
  }

  private static Item item(Store store) {
    return store.item("thing", KEY, "notes", AT).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "cells", "object", "object tree(8)"})
  void writesOfTheOldDesign_keepWhatIsNew(String storage) {
    String uri = "rocksdb:" + directory;
    try (Store store = Stores.openOrCreate(uri, first(storage))) {
      putOld(store, "a");
      assertThat(store.evolve(grown(storage), EvolveOptions.DEFAULT)).hasSize(5);
      assertThat(store.design()).isEqualTo(grown(storage));
      assertThat(row(store).values())
          .containsEntry("level", 3)
          .containsEntry("hint", null)
          .containsEntry("author", null)
          .containsEntry("kind", "a");
      assertThat(item(store).values()).containsEntry("score", 5).containsEntry("rank", null);
      store.write(
          transaction -> {
            transaction.update("thing", KEY, Map.of("level", 4, "hint", "h", "author", "me"));
            transaction.putItem(
                "thing", KEY, "notes", AT, Map.of("note", "n", "rank", 1, "score", 2));
            return null;
          });
    }
    try (Store store = Stores.openOrCreate(uri, first(storage))) {
      assertThat(store.design()).isEqualTo(first(storage));
      assertThat(row(store).values()).isEqualTo(Map.of("kind", "a", "size", 1));
      assertThat(item(store).values()).isEqualTo(Map.of("note", "n"));
      putOld(store, "b");
      store.write(
          transaction -> {
            transaction.put("thing", KEY, Map.of("kind", "c"));
            assertThat(transaction.get("thing", KEY, Columns.ALL).orElseThrow().values().keySet())
                .containsExactlyInAnyOrder("kind", "size");
            transaction.put("thing", KEY, Map.of("kind", "c", "size", 2));
            transaction.putItem("thing", KEY, "notes", AT, Map.of("note", "c"));
            transaction.insert("thing", Tuple.of(2L), Map.of("kind", "new"));
            transaction.insertItem("thing", KEY, "notes", Tuple.of("other"), Map.of());
            return null;
          });
      assertThat(
              store
                  .<EntityRow>read(
                      batch ->
                          batch.add(reads -> reads.get("thing", KEY, Columns.ALL).orElseThrow()))
                  .values()
                  .keySet())
          .containsExactlyInAnyOrder("kind", "size");
      assertThat(
              store
                  .scan("thing", Tuple.EMPTY, Columns.ALL, Paging.first(1))
                  .entries()
                  .get(0)
                  .values())
          .isEqualTo(Map.of("kind", "c", "size", 2));
      assertThatThrownBy(
              () ->
                  store.write(transaction -> transaction.update("thing", KEY, Map.of("level", 9))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("has no column 'level' of entity 'thing'");
    }
    try (Store store = Stores.openOrCreate(uri, grown(storage))) {
      assertThat(row(store).values())
          .isEqualTo(Map.of("kind", "c", "size", 2, "level", 4, "hint", "h", "author", "me"));
      assertThat(item(store).values()).isEqualTo(Map.of("note", "c", "rank", 1, "score", 2));
      EntityRow inserted = store.get("thing", Tuple.of(2L), Columns.ALL).orElseThrow();
      assertThat(inserted.values()).containsEntry("hint", "d").containsEntry("level", 3);
      assertThat(store.item("thing", KEY, "notes", Tuple.of("other")).orElseThrow().values())
          .containsEntry("score", 5);
      EvolvingStore.requireClean(store);
    }
  }

  @Test
  void changeInAStoppedStore_thatOnlyAdds_leavesOldApplicationsToo() {
    String uri = "rocksdb:" + directory;
    Stores.openOrCreate(uri, first("rows")).close();
    assertThat(Evolution.apply(uri, grown("rows"), Renames.NONE, EvolvingStore.options()))
        .hasSize(5);
    try (Store store = Stores.openOrCreate(uri, first("rows"))) {
      putOld(store, "a");
      assertThat(row(store).values()).isEqualTo(Map.of("kind", "a", "size", 1));
    }
    try (Store store = Stores.openOrCreate(uri, grown("rows"))) {
      assertThat(row(store).values()).containsEntry("level", 3).containsEntry("hint", "d");
    }
  }

  @Test
  void counterOfANewEntity_withTheNameOfADroppedOne_beginsAtZero() {
    String uri = "rocksdb:" + directory;
    Design with = counted(true);
    Design without = counted(false);
    try (Store store = Stores.openOrCreate(uri, with)) {
      store.write(
          transaction -> {
            transaction.insert("user", Tuple.of("a"), Map.of());
            return null;
          });
      assertThat(store.counter("users")).isEqualTo(1);
    }
    Evolution.apply(uri, without, Renames.NONE, EvolvingStore.options());
    try (Store store = Stores.openOrCreate(uri, without)) {
      store.evolve(with, EvolveOptions.DEFAULT);
      assertThat(store.counter("users")).isZero();
      store.write(
          transaction -> {
            transaction.insert("user", Tuple.of("b"), Map.of());
            return null;
          });
      assertThat(store.counter("users")).isEqualTo(1);
      EvolvingStore.requireClean(store);
    }
  }

  private static Design counted(boolean users) {
    String user =
        """
          user:
            key: {name: text}
            families: {main: {mail: text}}
            counters:
              users: {layout: single}
        """;
    return DesignReader.read(
        """
        format: 1
        design: things
        entities:
          thing:
            key: {id: long}
            families: {main: {kind: text}}
            counters:
              things: {layout: single}
        """
            + (users ? user : ""),
        "things");
  }

  @Test
  void designWithLess_thatIsNoBeginning_isRefused() {
    String uri = "rocksdb:" + directory;
    Stores.openOrCreate(uri, grown("rows")).close();
    // It was never changed, so no application was deployed with less.
    assertThatThrownBy(() -> Stores.openOrCreate(uri, first("rows")))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageContaining("column level");
    try (Store store = Stores.open(uri)) {
      assertThatThrownBy(() -> store.evolve(first("rows"), EvolveOptions.DEFAULT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("column level: dropped");
    }
  }

  @Test
  void changeThatIsGivenUp_leavesColumnsWithoutAUse() throws Exception {
    String uri = "rocksdb:" + directory;
    Design target =
        DesignReader.read(
            DesignWriter.write(grown("object"))
                .replaceFirst(
                    "(?m)^( *)by_kind:",
                    "$1by_level: {on: [level], layout: object single}\n$1by_kind:"),
            "grown");
    try (Store store = Stores.openOrCreate(uri, first("object"))) {
      putOld(store, "a");
      AtomicBoolean filling = new AtomicBoolean();
      AtomicBoolean given = new AtomicBoolean();
      EvolveOptions pausing =
          EvolveOptions.DEFAULT.telling(
              (step, done) -> {
                filling.set(true);
                while (!given.get()) {
                  Thread.onSpinWait();
                }
                throw new DataException("given up");
              });
      CompletableFuture<List<String>> change =
          CompletableFuture.supplyAsync(() -> store.evolve(target, pausing));
      while (!filling.get() && !change.isDone()) {
        Thread.onSpinWait();
      }
      // At the step 'writing' a new row gets the defaults of what is not in force.
      putOld(store, "b");
      store.write(
          transaction -> {
            transaction.insert("thing", Tuple.of(2L), Map.of("kind", "new"));
            transaction.putItem("thing", Tuple.of(2L), "notes", AT, Map.of("note", "x"));
            return null;
          });
      assertThat(row(store).values()).isEqualTo(Map.of("kind", "b", "size", 1));
      given.set(true);
      assertThatThrownBy(change::get).hasRootCauseInstanceOf(DataException.class);
      assertThat(store.cancelEvolution(EvolveOptions.DEFAULT)).isTrue();
      putOld(store, "c");
      assertThat(row(store).values()).isEqualTo(Map.of("kind", "c", "size", 1));
      EvolvingStore.requireClean(store);
      // Another default, and another type under the same name.
      Design other =
          design(
              "object",
              "kind: text, size: int, level: {type: int, required: true, default: 8}, hint: long",
              "note: text, score: {type: text, required: true, default: s}, rank: long",
              ", other: {author: int}");
      assertThat(store.evolve(other, EvolveOptions.DEFAULT)).hasSize(5);
      EntityRow row = store.get("thing", Tuple.of(2L), Columns.ALL).orElseThrow();
      assertThat(row.values())
          .containsEntry("level", 8)
          .containsEntry("hint", null)
          .containsEntry("author", null);
      assertThat(store.item("thing", Tuple.of(2L), "notes", AT).orElseThrow().values())
          .containsEntry("score", "s")
          .containsEntry("note", "x");
      EvolvingStore.requireClean(store);
    }
  }

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
            .filter(OnlineAdditionsTest::hasFamily)
            .map(each -> ", f" + each + ": {in_" + each + ": int}")
            .reduce("", String::concat);
    return design("cells", main.toString(), "note: text", families);
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
    FaultyEngine mortal = network.client(FaultPlan.NONE);
    String mortalUri = FixtureEngines.register(() -> mortal);
    Design old = columns(columns);
    List<String> more = new ArrayList<>(columns);
    more.add("c" + number);
    Design target = columns(more);
    boolean killed = false;
    try {
      Store dying = Stores.open(mortalUri);
      try {
        // After a call is before the next one.
        mortal.startOver(FaultPlan.at(number, Fault.killBefore()));
        dying.evolve(target, EvolveOptions.DEFAULT);
        dying.close();
      } catch (ClientKilledError e) {
        killed = true;
      }
      boolean cancels = killed && number % 2 == 0 && !isTargetInForce(network);
      try (Store store = Stores.openOrCreate(uri, old)) {
        store.write(
            transaction -> {
              transaction.put("thing", KEY, valuesOf(columns));
              return null;
            });
        if (cancels) {
          store.cancelEvolution(EvolveOptions.DEFAULT);
          assertThat(row(store).values()).containsAllEntriesOf(valuesOf(columns));
        }
        store.evolve(target, EvolveOptions.DEFAULT);
        store.write(
            transaction -> transaction.update("thing", KEY, Map.of("c" + number, "v c" + number)));
        columns.add("c" + number);
      }
      try (Store store = Stores.openOrCreate(uri, old)) {
        putOld(store, "k");
        EvolvingStore.requireClean(store);
      }
      try (Store store = Stores.open(uri)) {
        assertThat(row(store).values()).containsEntry("c" + number, "v c" + number);
        putColumns(store, columns);
        assertThat(row(store).values()).containsAllEntriesOf(valuesOf(columns));
        EvolvingStore.requireClean(store);
      }
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError("call " + number, failure);
    } finally {
      FixtureEngines.forget(mortalUri);
    }
    return killed;
  }

  private static Map<String, Object> valuesOf(List<String> columns) {
    Map<String, Object> values = new HashMap<>();
    columns.forEach(each -> values.put(each, "v " + each));
    values.put("kind", "k");
    return values;
  }

  private static boolean isTargetInForce(FaultyNetwork network) {
    return StoredDesign.of(network.store())
        .onlineChange()
        .filter(change -> change.step().isTargetInForce())
        .isPresent();
  }
}
