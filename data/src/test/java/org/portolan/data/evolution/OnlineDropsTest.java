package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.Sequence;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.Stores;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.ReferenceDesign;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.TableSchema;
import org.portolan.types.Tuple;

/** Columns and other parts are dropped on RocksDB, and applications go on. */
class OnlineDropsTest {
  static final Tuple KEY = Tuple.of(1L);
  private static final Tuple AT = Tuple.of("at");

  @TempDir Path directory;

  /** Returns a design with everything that can be dropped. */
  static Design full(String storage) {
    return DesignReader.read(
        """
        format: 1
        design: things
        entities:
          thing:
            key: {id: long}
            key-layout: plain
            families:
              main:
                level: {type: int, required: true, default: 3}
                kind: text
                hint: {type: text, default: d}
                size: int
                owner: text
              other: {author: text, number: long}
            collections:
              notes:
                key: {at: text}
                storage: %1$s
                columns: {note: text, score: {type: int, required: true, default: 5}}
              tags: {key: {name: text}, storage: %1$s, columns: {why: text}}
            indexes:
              by_kind: {on: [kind], layout: object single}
              by_hint: {on: [hint], layout: object hashed(2)}
            counters:
              things: {layout: single}
              all_tags: {counts: tags, layout: random(3)}
              sizes: {sums: size, layout: single}
              most: {greatest: size, by: [kind], layout: object tree(8)}
          user:
            key: {name: text}
            families: {main: {mail: text, friend: text, thing: long}}
            collections:
              logins: {key: {at: long}, storage: %1$s, columns: {}}
            indexes:
              user_of_mail: {on: [mail], unique: true}
            counters:
              users: {layout: single}
            references:
              friends: {on: [friend], to: user, on-delete: restrict}
              things_of_users: {on: [thing], to: thing, on-delete: cascade}
        """
            .formatted(storage),
        "full");
  }

  static Design less(String storage) {
    return DesignReader.read(
        """
        format: 1
        design: things
        entities:
          thing:
            key: {id: long}
            key-layout: plain
            families:
              main: {kind: text, size: int, owner: text}
            collections:
              notes:
                key: {at: text}
                storage: %s
                columns: {note: text}
            indexes:
              by_kind: {on: [kind], layout: object single}
            counters:
              things: {layout: single}
        """
            .formatted(storage),
        "less");
  }

  static void putFull(Store store, String text) {
    store.write(
        transaction -> {
          transaction.put(
              "thing",
              KEY,
              Map.of(
                  "kind", text, "size", 7, "level", 9, "hint", text, "author", text, "number", 4L,
                  "owner", "o"));
          transaction.putItem("thing", KEY, "notes", AT, Map.of("note", text, "score", 8));
          transaction.putItem("thing", KEY, "tags", Tuple.of("t"), Map.of("why", text));
          transaction.put("user", Tuple.of("a"), Map.of("mail", text, "thing", 1L));
          transaction.put("user", Tuple.of("b"), Map.of("mail", text + "b", "friend", "a"));
          transaction.putItem("user", Tuple.of("a"), "logins", Tuple.of(1L), Map.of());
          return null;
        });
  }

  static void requireFull(Store store, String text) {
    assertThat(OnlineAdditionsTest.row(store).values())
        .containsEntry("kind", text)
        .containsEntry("level", 9)
        .containsEntry("hint", text)
        .containsEntry("author", text);
    assertThat(store.item("thing", KEY, "notes", AT).orElseThrow().intValue("score")).isEqualTo(8);
    assertThat(store.items("thing", KEY, "tags", Paging.first(9)).entries()).hasSize(1);
    assertThat(store.counter("users")).isEqualTo(2);
    assertThat(store.counter("all_tags")).isEqualTo(1);
    assertThat(store.extreme("most", Tuple.of(text))).contains(7);
  }

  /** Requires that everything is there again, and that nothing of what was dropped is in it. */
  static void requireNothingBack(Store store) {
    assertThat(OnlineAdditionsTest.row(store).values())
        .containsEntry("level", 3)
        .containsEntry("hint", null)
        .containsEntry("author", null)
        .containsEntry("number", null);
    assertThat(store.item("thing", KEY, "notes", AT).orElseThrow().intValue("score")).isEqualTo(5);
    assertThat(store.items("thing", KEY, "tags", Paging.first(9)).entries()).isEmpty();
  }

  private static Set<String> tables(String uri) {
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      return engine.tables().stream().map(TableSchema::name).collect(Collectors.toSet());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "cells", "object", "object tree(8)"})
  void drops_ofEverything_leaveWhatStaysAndNothingElse(String storage) {
    String uri = "rocksdb:" + directory;
    try (Store store = Stores.openOrCreate(uri, full(storage))) {
      putFull(store, "a");
      requireFull(store, "a");
      assertThat(store.evolve(less(storage), EvolveOptions.DEFAULT)).hasSize(10);
      assertThat(store.design()).isEqualTo(less(storage));
      assertThat(OnlineAdditionsTest.row(store).values()).containsOnlyKeys("kind", "size", "owner");
      assertThat(store.item("thing", KEY, "notes", AT).orElseThrow().values())
          .isEqualTo(Map.of("note", "a"));
      assertThat(store.counter("things")).isEqualTo(1);
      EvolvingStore.requireClean(store);
      assertThatThrownBy(() -> store.counter("users"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("users");
    }
    assertThat(tables(uri))
        .doesNotContain("user", "thing_tags", "user_logins", "by_hint", "most", "user_of_mail")
        .contains("thing", "by_kind", CounterSchema.TABLE);
    assertThatThrownBy(() -> Stores.openOrCreate(uri, full(storage)))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageContaining("column level: only in the given design");
    try (Store store = Stores.openOrCreate(uri, less(storage))) {
      assertThat(store.evolve(withoutReferences(storage), EvolveOptions.DEFAULT)).isNotEmpty();
      requireNothingBack(store);
      assertThat(store.scanStored("user", Columns.ALL, Paging.first(9)).entries()).isEmpty();
      assertThat(store.counter("users")).isZero();
      store.write(
          transaction -> {
            transaction.put("user", Tuple.of("c"), Map.of("mail", "a"));
            return null;
          });
      assertThat(store.counter("users")).isEqualTo(1);
      assertThat(store.items("user", Tuple.of("a"), "logins", Paging.first(1)).entries()).isEmpty();
      EvolvingStore.requireClean(store);
    }
  }

  /** Returns what can be added on line. */
  static Design withoutReferences(String storage) {
    Design full = full(storage);
    Design less = less(storage);
    return new Design(
        full.name(),
        List.of(
            full.entities()
                .get(0)
                .withDerived(
                    less.entities().get(0).indexes(), less.entities().get(0).counters(), List.of()),
            full.entities().get(1).with(List.<ReferenceDesign>of())));
  }

  /** The application that opened the store with the old design goes on in the same process. */
  @Test
  void uses_ofWhatIsDropped_failAndSaySo_alsoSequences() {
    String uri = "rocksdb:" + directory;
    try (Store store = Stores.openOrCreate(uri, full("rows"))) {
      putFull(store, "a");
      Sequence numbers = store.sequence(new Sequence.Place("thing", KEY, "number"), 1);
      assertThat(numbers.next()).isEqualTo(4);
      AtomicBoolean filling = new AtomicBoolean();
      EvolveOptions failing =
          EvolveOptions.DEFAULT.telling(
              (step, done) -> {
                filling.set(true);
                throw new DataException("stopped before the switch");
              });
      Design target = withIndex(less("rows"));
      assertThatThrownBy(() -> store.evolve(target, failing)).isInstanceOf(DataException.class);
      assertThat(filling).isTrue();
      // Not in force yet.
      requireFull(store, "a");
      assertThat(numbers.next()).isEqualTo(5);
      assertThat(store.cancelEvolution(EvolveOptions.DEFAULT)).isTrue();
      requireNumber(store, 6L);
      store.evolve(target, EvolveOptions.DEFAULT);
      assertThatThrownBy(numbers::next).isInstanceOf(IllegalArgumentException.class);
      assertThat(store.index("by_owner", Tuple.of("o"), Paging.first(9)).entries())
          .containsExactly(KEY);
      EvolvingStore.requireClean(store);
    }
  }

  private static void requireNumber(Store store, long number) {
    assertThat(OnlineAdditionsTest.row(store).values()).containsEntry("number", number);
  }

  private static Design withIndex(Design design) {
    String text = DesignWriter.write(design);
    return DesignReader.read(
        text.replaceFirst(
            "(?m)^( *)by_kind:", "$1by_owner: {on: [owner], layout: object single}\n$1by_kind:"),
        "with an index");
  }

  @Test
  void drop_besideWritersOfTheSameProcess_losesNoOtherWrite() throws Exception {
    String uri = "rocksdb:" + directory;
    try (Store store = Stores.openOrCreate(uri, full("object"))) {
      putFull(store, "a");
      AtomicBoolean ends = new AtomicBoolean();
      CompletableFuture<Integer> writing =
          CompletableFuture.supplyAsync(
              () -> {
                int number = 0;
                while (!ends.get()) {
                  String text = "text " + ++number;
                  store.write(
                      transaction -> {
                        transaction.put("thing", KEY, Map.of("kind", text, "size", 1));
                        transaction.putItem("thing", KEY, "notes", AT, Map.of("note", text));
                        transaction.delete("thing", Tuple.of(2L));
                        transaction.insert("thing", Tuple.of(2L), Map.of("kind", text));
                        return null;
                      });
                }
                return number;
              });
      store.evolve(less("object"), EvolveOptions.DEFAULT);
      ends.set(true);
      String last = "text " + writing.get();
      assertThat(OnlineAdditionsTest.row(store).text("kind")).isEqualTo(last);
      assertThat(store.item("thing", KEY, "notes", AT).orElseThrow().text("note")).isEqualTo(last);
      assertThat(store.counter("things")).isEqualTo(2);
      EvolvingStore.requireClean(store);
      store.evolve(withoutReferences("object"), EvolveOptions.DEFAULT);
      requireNothingBack(store);
      EvolvingStore.requireClean(store);
    }
  }
}
