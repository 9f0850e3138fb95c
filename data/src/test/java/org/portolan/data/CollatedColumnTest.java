package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.PortableDesign;
import org.portolan.engine.Change;
import org.portolan.engine.RowKey;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.types.Tuple;

/** Unique and ordered indexes over columns with a collation, on every kind of engine. */
class CollatedColumnTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: customers
          entities:
            country:
              key: {code: {type: text, collation: ai_ci}}
              families: {main: {name: text}}
            customer:
              key: {id: int}
              families:
                main:
                  email: {type: text, collation: ai_ci}
                  name: {type: text, collation: as_ci}
                  country: text
                  tags: {type: set of text, collation: ai_ci}
              indexes:
                customer_of_email: {on: [email], unique: true}
                customers_by_tag: {on: [tags], order: [name desc], layout: hashed(3)}
                customers_of_country: {on: [country], order: [email], layout: single}
                customer_of_tag: {on: [tags, country], unique: true}
              references:
                country: {on: [country], to: country}
          """,
          "customers");

  @TempDir Path directory;

  /** A test on a store. */
  private interface Test {
    void run(Store store) throws Exception;
  }

  /** Runs a test on a new store of an engine. */
  private void on(String engine, Test test) throws Exception {
    String uri =
        switch (engine) {
          case "rocksdb" -> "rocksdb:" + directory.resolve("store");
          case "rows" -> FixtureEngines.register(MemoryCluster.ofRows("collated", 1)::connect);
          case "columns" ->
              FixtureEngines.register(MemoryCluster.ofColumns("collated", 1)::connect);
          default -> {
            SimulatedCluster grid =
                SimulatedCluster.calm(SimulatedCluster.Kind.STORE, new Random(1));
            yield FixtureEngines.register(() -> grid.connect(Client.calm(new Random(2))));
          }
        };
    try (Store store = Stores.openOrCreate(uri, DESIGN)) {
      test.run(store);
    }
    Stores.openOrCreate(uri, DESIGN).close();
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  private static Map<String, Object> customer(String email, String name, String... tags) {
    Map<String, Object> values = new HashMap<>();
    values.put("email", email);
    values.put("name", name);
    values.put("tags", Set.of(tags));
    return values;
  }

  private static void put(Store store, int id, Map<String, Object> values) {
    write(store, transaction -> transaction.put("customer", Tuple.of(id), values));
  }

  private static void update(Store store, int id, String column, Object value) {
    write(
        store, transaction -> transaction.update("customer", Tuple.of(id), Map.of(column, value)));
  }

  private static List<Tuple> found(Store store, String index, Object... value) {
    return store.index(index, Tuple.of(value), Paging.first(99)).entries();
  }

  private static String email(Store store, int id) {
    return store.get("customer", Tuple.of(id), Columns.ALL).orElseThrow().text("email");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void uniqueValue_inAnotherSpelling_isTheSameValue(String engine) throws Exception {
    on(
        engine,
        store -> {
          put(store, 1, customer("Jörg@x", "Jörg"));
          assertThatThrownBy(() -> put(store, 2, customer("JORG@X", "George")))
              .isInstanceOfSatisfying(
                  DuplicateValueException.class,
                  failure -> assertThat(failure.value()).isEqualTo(Tuple.of("JORG@X")))
              .hasMessage(
                  "the row (2) cannot have the value (JORG@X) of unique index customer_of_email,"
                      + " because the row (1) has it; nothing was changed");
          for (String spelling : List.of("Jörg@x", "jorg@x", "JÖRG@X")) {
            assertThat(found(store, "customer_of_email", spelling)).containsExactly(Tuple.of(1));
          }
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void update_ofTheSpellingOnly_keepsTheValueAndWritesNoIndex(String engine) throws Exception {
    on(
        engine,
        store -> {
          put(store, 1, customer("anna@x", "Anna", "Sea", "sun"));
          Trace trace = new Trace();
          write(
              store.traced(trace),
              transaction ->
                  transaction.update(
                      "customer",
                      Tuple.of(1),
                      Map.of("email", "ANNA@X", "name", "ANNA", "tags", Set.of("SEA", "SUN"))));
          assertThat(trace.counts().keysWritten()).as("the row alone").isEqualTo(1);
          assertThat(email(store, 1)).isEqualTo("ANNA@X");
          assertThat(found(store, "customers_by_tag", "sEa")).containsExactly(Tuple.of(1));
          assertThatThrownBy(() -> put(store, 2, customer("anna@X", "Eve")))
              .isInstanceOf(DuplicateValueException.class);
          requireRight(store);
          update(store, 1, "email", "other@x");
          put(store, 2, customer("Anna@x", "Eve"));
          assertThat(found(store, "customer_of_email", "ANNA@x")).containsExactly(Tuple.of(2));
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void oneWrite_mayPassOnAValueInAnotherSpelling(String engine) throws Exception {
    on(
        engine,
        store -> {
          put(store, 1, customer("a@x", "A"));
          put(store, 2, customer("b@x", "B"));
          write(
              store,
              transaction -> {
                transaction.update("customer", Tuple.of(1), Map.of("email", "B@X"));
                transaction.update("customer", Tuple.of(2), Map.of("email", "A@X"));
              });
          assertThat(found(store, "customer_of_email", "a@x")).containsExactly(Tuple.of(2));
          assertThat(found(store, "customer_of_email", "b@x")).containsExactly(Tuple.of(1));
          assertThatThrownBy(
                  () ->
                      write(
                          store,
                          transaction -> {
                            transaction.put("customer", Tuple.of(3), customer("c@x", "C"));
                            transaction.put("customer", Tuple.of(4), customer("C@x", "C"));
                          }))
              .isInstanceOf(DuplicateValueException.class)
              .hasMessageContaining("(C@x)");
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void list_isSortedAndFoundByTheCollation(String engine) throws Exception {
    on(
        engine,
        store -> {
          List<String> names = List.of("émile", "EMIL", "Zoe", "adam", "Éva");
          for (String name : names) {
            put(store, names.indexOf(name), customer(name + "@x", name, "Sea", "SEA"));
          }
          // Descending by name: Zoe, Éva, émile, EMIL, adam.
          List<Tuple> sorted =
              List.of(Tuple.of(2), Tuple.of(4), Tuple.of(0), Tuple.of(1), Tuple.of(3));
          assertThat(found(store, "customers_by_tag", "sea")).isEqualTo(sorted);
          assertThat(
                  store
                      .index("customers_by_tag", Tuple.of("séa"), Tuple.of("emil"), Paging.first(9))
                      .entries())
              .isEqualTo(sorted.subList(3, 5));
          Slice<Tuple> page = store.index("customers_by_tag", Tuple.of("SEA"), Paging.first(2));
          assertThat(
                  store
                      .index("customers_by_tag", Tuple.of("SEA"), Paging.first(9).following(page))
                      .entries())
              .isEqualTo(sorted.subList(2, 5));
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void columnThatRefers_isComparedAsTheKey(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(store, transaction -> transaction.put("country", Tuple.of("de"), Map.of()));
          for (int id = 1; id <= 2; id++) {
            Map<String, Object> values = customer(id + "@x", "X", "tag-" + id);
            values.put("country", id == 1 ? "DE" : "De");
            put(store, id, values);
          }
          assertThat(found(store, "customers_of_country", "dE"))
              .containsExactly(Tuple.of(1), Tuple.of(2));
          assertThatThrownBy(() -> update(store, 2, "tags", Set.of("TAG-1")))
              .isInstanceOf(DuplicateValueException.class)
              .hasMessageContaining("(TAG-1, De)");
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void valueOfAnotherType_isRefusedByName(String engine) throws Exception {
    on(
        engine,
        store -> {
          assertThatThrownBy(() -> found(store, "customer_of_email", 1))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageStartingWith("column 'email' holds values of type text");
          assertThatThrownBy(() -> found(store, "customer_of_email", "a", "b"))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("index 'customer_of_email' is looked up by [email], not by (a, b)");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void writersOfFewSpellings_concurrent_neverShareAValue(String engine) throws Exception {
    long seed = Long.getLong("portolan.seed", 20261128L);
    on(
        engine,
        store -> {
          ExecutorService threads = Executors.newFixedThreadPool(4);
          try {
            List<Callable<Integer>> writers = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
              Random random = new Random(seed + writer);
              writers.add(() -> writeAtRandom(store, random));
            }
            int taken = 0;
            for (Future<Integer> refusals : threads.invokeAll(writers)) {
              taken += refusals.get();
            }
            assertThat(taken).as("refusals, seed %s", seed).isPositive();
          } finally {
            threads.shutdownNow();
          }
          store.sweep();
          requireRight(store);
        });
  }

  @org.junit.jupiter.api.Test
  void check_afterDamage_repairsUniqueAndListedValues() throws Exception {
    String uri = "rocksdb:" + directory.resolve("damaged");
    try (Store store = Stores.openOrCreate(uri, DESIGN)) {
      put(store, 1, customer("Anna@x", "Anna"));
    }
    IndexSchema index =
        new StoreSchema(PortableDesign.concrete(DESIGN, true)).index("customer_of_email");
    try (Damage damage = new Damage(uri, PortableDesign.concrete(DESIGN, true))) {
      RowKey right = Claims.rowKey(index, index.stored(Tuple.of("anna@X")));
      damage.change(right.table(), right.key(), new Change.DeleteFamily("owner"));
      RowKey wrong = Claims.rowKey(index, index.stored(Tuple.of("eve@x")));
      damage.change(wrong.table(), wrong.key(), new Change.PutColumns("owner", List.of(1)));
    }
    try (Store store = Stores.open(uri)) {
      List<String> findings = new ArrayList<>();
      StoreCheck.Result result =
          store
              .check(new StoreCheck.Options(true, false, Duration.ZERO, 20))
              .run(finding -> findings.add(finding.toString()), looked -> {});
      assertThat(result.missing()).isEqualTo(1);
      assertThat(result.dangling()).isEqualTo(1);
      assertThat(findings).hasSize(2).allMatch(finding -> finding.contains("-> row (1)"));
      assertThat(found(store, "customer_of_email", "EVE@X")).isEmpty();
      requireRight(store);
    }
  }

  private static int writeAtRandom(Store store, Random random) {
    int taken = 0;
    for (int number = 0; number < 40; number++) {
      String email = List.of("a", "A", "á", "b", "B").get(random.nextInt(5)) + "@x";
      try {
        put(store, random.nextInt(4), customer(email, email));
      } catch (DuplicateValueException expected) {
        taken++;
      } catch (WriteConflictException givenUp) {
        assertThat(givenUp).isNotNull();
      }
    }
    return taken;
  }

  /** Requires that the check finds nothing, and that each address finds its row alone. */
  private static void requireRight(Store store) {
    StoreCheck.Result result =
        store
            .check(new StoreCheck.Options(false, false, Duration.ZERO, 20))
            .run(
                finding -> {
                  throw new AssertionError("the check finds " + finding);
                },
                looked -> {});
    assertThat(result.missing() + result.dangling()).isZero();
    for (EntityRow row : store.scanStored("customer", Columns.ALL, Paging.first(99)).entries()) {
      assertThat(found(store, "customer_of_email", row.text("email").toUpperCase(Locale.ROOT)))
          .containsExactly(row.key());
    }
  }
}
