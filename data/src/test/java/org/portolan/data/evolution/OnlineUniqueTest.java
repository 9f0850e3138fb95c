package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.IndexDesign;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Unique indexes are added to an open store, and applications of the old design go on. */
class OnlineUniqueTest {
  private static final String OF_EMAIL = "user_of_email: {on: [email], unique: true}";
  private static final String OF_TAG = "user_of_tag: {on: [tags], unique: true}";
  static final Design OLD = design("");
  static final Design NEW = design(OF_EMAIL);

  private static final int CANCELLED_ROUNDS = 100;

  @TempDir Path directory;

  private static Design design(String... unique) {
    return DesignReader.read(
        """
        format: 1
        design: users
        entities:
          user:
            key: {id: long}
            key-layout: plain
            families:
              main: {email: {type: text, collation: as_ci}, name: text, tags: set of text}
            indexes:
              by_name: {on: [name], layout: hashed(2)}
        """
            + String.join("\n", unique).indent(6),
        "users");
  }

  private String uri(String engine) {
    return switch (engine) {
      case "rocksdb" -> "rocksdb:" + directory.resolve("store");
      case "unordered" -> "unordered:rocksdb:" + directory.resolve("store");
      case "rows" -> FixtureEngines.register(MemoryCluster.ofRows("unique", 1)::connect);
      default -> FixtureEngines.register(MemoryCluster.ofColumns("unique", 1)::connect);
    };
  }

  static void put(Store store, long id, String email, String... tags) {
    Map<String, Object> values = new HashMap<>();
    values.put("email", email);
    values.put("name", "n" + id % 3);
    values.put("tags", new HashSet<>(List.of(tags)));
    store.write(
        transaction -> {
          transaction.put("user", Tuple.of(id), values);
          return null;
        });
  }

  static List<Tuple> owners(Store store, String email) {
    return store.index("user_of_email", Tuple.of(email), Paging.first(9)).entries();
  }

  static List<String> indexes(Store store) {
    return store.design().entities().get(0).indexes().stream().map(IndexDesign::name).toList();
  }

  private static List<String> tables(String uri) {
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      return engine.tables().stream()
          .map(TableSchema::name)
          .filter(name -> name.startsWith("user_of"))
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "unordered", "rows", "columns"})
  void uniqueIndexes_ofCollatedAndManyAndMissingValues_areComplete(String engine) {
    String uri = uri(engine);
    Design both = design(OF_EMAIL, OF_TAG);
    try (Store store = Stores.openOrCreate(uri, OLD)) {
      for (long id = 0; id < 130; id++) {
        put(store, id, id % 10 == 3 ? null : "User" + id + "@x", "a" + id, "b" + id);
      }
      assertThat(store.evolve(both, EvolveOptions.DEFAULT)).hasSize(2);
      assertThat(indexes(store)).containsExactly("by_name", "user_of_email", "user_of_tag");
      assertThat(owners(store, "uSER17@X")).containsExactly(Tuple.of(17L));
      assertThat(owners(store, "user13@x")).isEmpty();
      for (String tag : List.of("a7", "b7")) {
        assertThat(store.index("user_of_tag", Tuple.of(tag), Paging.first(9)).entries())
            .containsExactly(Tuple.of(7L));
      }
      assertThatThrownBy(() -> put(store, 500, "USER17@x"))
          .isInstanceOf(DuplicateValueException.class)
          .hasMessageContaining("of unique index user_of_email, because the row (17) has it");
      assertThatThrownBy(() -> put(store, 3, null, "c", "b9"))
          .isInstanceOf(DuplicateValueException.class);
      put(store, 17, "other@x", "a17");
      put(store, 500, "USER17@x", "b17");
      assertThat(owners(store, "user17@x")).containsExactly(Tuple.of(500L));
      EvolvingStore.requireClean(store);
    }
    assertThat(tables(uri)).hasSize(2);
    // The application is started again with the file that it was deployed with.
    try (Store store = Stores.openOrCreate(uri, OLD)) {
      assertThatThrownBy(() -> put(store, 501, "USER18@x"))
          .isInstanceOf(DuplicateValueException.class);
      store.write(transaction -> transaction.delete("user", Tuple.of(18L)));
      put(store, 501, "USER18@x");
      EvolvingStore.requireClean(store);
    }
    try (Store store = Stores.openOrCreate(uri, both)) {
      assertThat(owners(store, "user18@x")).containsExactly(Tuple.of(501L));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void rowsOfOneValue_areNamed_andTheChangeIsGivenUp(String engine) {
    String uri = uri(engine);
    try (Store store = Stores.openOrCreate(uri, OLD)) {
      for (long id = 0; id < 60; id++) {
        put(store, id, id == 41 ? "USER7@x" : "user" + id + "@x");
      }
      assertThatThrownBy(() -> store.evolve(NEW, EvolveOptions.DEFAULT))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("the change is given up, and the store has its design as before:")
          .hasMessageContaining(
              "user_of_email: the rows (7) and (41) both have the value (USER7@x)");
      assertThat(indexes(store)).containsExactly("by_name");
      put(store, 42, "user7@x");
      EvolvingStore.requireClean(store);
    }
    assertThat(Evolution.status(uri)).isEmpty();
    assertThat(tables(uri)).isEmpty();
    try (Store store = Stores.openOrCreate(uri, OLD)) {
      put(store, 41, "user41@x");
      put(store, 42, null);
      assertThat(store.evolve(NEW, EvolveOptions.DEFAULT)).hasSize(1);
      assertThat(owners(store, "user7@x")).containsExactly(Tuple.of(7L));
      EvolvingStore.requireClean(store);
    }
  }

  /** More of them would make no better message. */
  @Test
  void manyRowsOfOneValue_areNamedInPart() {
    try (Store store = Stores.openOrCreate(uri("rocksdb"), OLD)) {
      for (long id = 0; id < 300; id++) {
        put(store, id, "same@x");
      }
      assertThatThrownBy(() -> store.evolve(NEW, EvolveOptions.DEFAULT))
          .isInstanceOf(DataException.class)
          .satisfies(failure -> assertThat(failure.getMessage().split("both have")).hasSize(21));
    }
  }

  /** Stops a change while it fills the index. */
  static final class Pause {
    final AtomicBoolean filling = new AtomicBoolean();
    final AtomicBoolean ended = new AtomicBoolean();
    private final CompletableFuture<List<String>> change;

    Pause(Store store, Design target) {
      EvolveOptions pausing =
          EvolveOptions.DEFAULT.telling(
              (step, done) -> {
                filling.set(true);
                while (!ended.get()) {
                  Thread.onSpinWait();
                }
              });
      change = CompletableFuture.supplyAsync(() -> store.evolve(target, pausing));
      while (!filling.get() && !change.isDone()) {
        Thread.onSpinWait();
      }
    }

    List<String> end() throws ExecutionException, InterruptedException {
      ended.set(true);
      return change.get();
    }
  }

  @Test
  void writeOfASecondRow_whileTheIndexIsBuilt_isRefused() throws Exception {
    try (Store store = Stores.openOrCreate(uri("rocksdb"), OLD)) {
      for (long id = 0; id < 100; id++) {
        put(store, id, "user" + id + "@x");
      }
      Pause pause = new Pause(store, NEW);
      // The first page of rows has taken its values.
      assertThatThrownBy(() -> put(store, 200, "USER1@x"))
          .isInstanceOfSatisfying(
              DuplicateValueException.class,
              failure -> {
                assertThat(failure.index()).isEqualTo("user_of_email");
                assertThat(failure.owner()).isEqualTo(Tuple.of(1L));
              });
      assertThat(store.get("user", Tuple.of(200L), Columns.ALL)).isEmpty();
      put(store, 201, "new@x");
      assertThatThrownBy(() -> put(store, 202, "NEW@x"))
          .isInstanceOf(DuplicateValueException.class);
      // Values pass from row to row, and change places.
      store.write(
          transaction -> {
            transaction.update("user", Tuple.of(1L), Map.of("email", "new@x"));
            return transaction.update("user", Tuple.of(201L), Map.of("email", "user1@x"));
          });
      store.write(transaction -> transaction.delete("user", Tuple.of(2L)));
      put(store, 203, "user2@x");
      assertThat(pause.end()).hasSize(1);
      assertThat(owners(store, "new@x")).containsExactly(Tuple.of(1L));
      assertThat(owners(store, "user1@x")).containsExactly(Tuple.of(201L));
      assertThat(owners(store, "user2@x")).containsExactly(Tuple.of(203L));
      EvolvingStore.requireClean(store);
    }
  }

  /** A row that nobody has looked at does not defend its value yet: the build finds both. */
  @Test
  void writeOfAValueOfAnOlderRow_beforeThatIsLookedAt_endsTheChange() throws Exception {
    try (Store store = Stores.openOrCreate(uri("rocksdb"), OLD)) {
      for (long id = 0; id < 100; id++) {
        put(store, id, "user" + id + "@x");
      }
      Pause pause = new Pause(store, NEW);
      put(store, 200, "user99@x");
      assertThatThrownBy(pause::end)
          .rootCause()
          .isInstanceOf(DataException.class)
          .hasMessageContaining("the rows (200) and (99) both have the value (user99@x)");
      assertThat(store.get("user", Tuple.of(200L), Columns.ALL).map(row -> row.text("email")))
          .contains("user99@x");
      EvolvingStore.requireClean(store);
    }
  }

  /** The other row may give the value up before the change has come to its end. */
  @Test
  void rowsOfOneValue_thatGetOthersMeanwhile_areNoMatter() throws Exception {
    try (Store store = Stores.openOrCreate(uri("rocksdb"), OLD)) {
      for (long id = 0; id < 100; id++) {
        put(store, id, id == 30 ? "user20@x" : "user" + id + "@x");
      }
      Pause pause = new Pause(store, NEW);
      // The first page was looked at, and has both.
      put(store, 20, "user30@x");
      assertThat(pause.end()).hasSize(1);
      assertThat(owners(store, "user20@x")).containsExactly(Tuple.of(30L));
      assertThat(owners(store, "user30@x")).containsExactly(Tuple.of(20L));
      EvolvingStore.requireClean(store);
    }
  }

  @Test
  void cancel_whileTheIndexIsBuilt_refusesNoLonger() {
    String uri = uri("rocksdb");
    try (Store store = Stores.openOrCreate(uri, OLD)) {
      for (long id = 0; id < 100; id++) {
        put(store, id, "user" + id + "@x");
      }
      assertThatThrownBy(
              () ->
                  store.evolve(
                      NEW,
                      EvolveOptions.DEFAULT.telling(
                          (step, done) -> {
                            throw new DataException("ended by the test");
                          })))
          .hasMessage("ended by the test");
      assertThatThrownBy(() -> put(store, 200, "user1@x"))
          .isInstanceOf(DuplicateValueException.class);
      assertThat(store.cancelEvolution(EvolveOptions.DEFAULT)).isTrue();
      put(store, 200, "user1@x");
      EvolvingStore.requireClean(store);
    }
    assertThat(tables(uri)).isEmpty();
  }

  /** Its table has a generation, in which a change of the stopped store leaves it. */
  @Test
  void changesOfTheStoppedStore_afterwards_keepOrDropTheIndex() {
    String uri = uri("rocksdb");
    try (Store store = Stores.openOrCreate(uri, OLD)) {
      put(store, 1, "a@x");
      // So that the next epoch is not the first.
      store.evolve(design(OF_TAG), EvolveOptions.DEFAULT);
      store.evolve(design(OF_TAG, OF_EMAIL), EvolveOptions.DEFAULT);
    }
    EvolutionState state;
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      state = StoredDesign.of(engine).evolution().orElseThrow();
    }
    assertThat(state.generations().get("user_of_email")).isGreaterThan(1);
    assertThat(state.uniqueGenerations()).isTrue();
    Evolution.apply(uri, NEW, Renames.NONE, EvolvingStore.options());
    try (Store store = Stores.openOrCreate(uri, NEW)) {
      assertThat(owners(store, "A@x")).containsExactly(Tuple.of(1L));
      assertThatThrownBy(() -> put(store, 2, "A@x")).isInstanceOf(DuplicateValueException.class);
      EvolvingStore.requireClean(store);
    }
    assertThat(tables(uri)).hasSize(1).first().asString().startsWith("user_of_email__");
    Design listed = design("user_of_email: {on: [email], layout: hashed(2)}");
    Evolution.apply(uri, listed, Renames.NONE, EvolvingStore.options());
    assertThat(tables(uri)).containsExactly("user_of_email");
    try (Store store = Stores.openOrCreate(uri, listed)) {
      put(store, 2, "A@x");
      assertThat(owners(store, "a@x")).hasSize(2);
      EvolvingStore.requireClean(store);
    }
  }

  /** A race, so many rounds: each either makes the change, or says that it was not made. */
  @Test
  void changeThatAnotherThreadCancels_isNotReportedAsMade() {
    try (Store store = Stores.openOrCreate(uri("rocksdb"), OLD)) {
      put(store, 1, "a@x");
      for (int round = 0; round < CANCELLED_ROUNDS; round++) {
        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<Void> cancelling =
            CompletableFuture.runAsync(
                () -> {
                  while (!ended.get()) {
                    try {
                      store.cancelEvolution(EvolveOptions.DEFAULT);
                    } catch (DataException | IllegalStateException e) {
                      // The change is in force, or the thread that makes it was quicker.
                    }
                  }
                });
        boolean made = false;
        try {
          made = !store.evolve(NEW, EvolveOptions.DEFAULT).isEmpty();
        } catch (DataException | IllegalStateException e) {
          // It was given up.
        } finally {
          ended.set(true);
          cancelling.join();
        }
        if (made) {
          assertThat(indexes(store)).as("round %d", round).contains("user_of_email");
          return;
        }
      }
    }
  }
}
