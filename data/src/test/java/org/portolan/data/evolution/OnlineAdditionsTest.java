package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
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
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.evolve.Renames;
import org.portolan.types.Tuple;

/** Columns and other parts are added on RocksDB, and applications of the old design go on. */
class OnlineAdditionsTest {
  static final Tuple KEY = Tuple.of(1L);
  private static final Tuple AT = Tuple.of("at");

  @TempDir Path directory;

  static Design design(String storage, String main, String item, String more) {
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

  static void putOld(Store store, String text) {
    store.write(
        transaction -> {
          transaction.put("thing", KEY, Map.of("kind", text, "size", 1));
          transaction.putItem("thing", KEY, "notes", AT, Map.of("note", text));
          return null;
        });
  }

  static EntityRow row(Store store) {
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
      Design retyped = design("rows", "kind: text, size: text", "note: text", "");
      assertThatThrownBy(() -> store.evolve(retyped, EvolveOptions.DEFAULT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("column size int → text");
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
}
