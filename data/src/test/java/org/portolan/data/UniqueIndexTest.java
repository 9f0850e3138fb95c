package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Unique indexes on every kind of engine. */
class UniqueIndexTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: customers
          entities:
            customer:
              key: {id: {type: text, collation: ai_ci}}
              families:
                main: {name: text, email: text, phones: set of text}
              indexes:
                customer_of_email: {on: [email], unique: true}
                customer_of_phone: {on: [phones], unique: true}
                customers_by_name: {on: [name], layout: hashed(2)}
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
          case "rows" -> FixtureEngines.register(MemoryCluster.ofRows("unique", 1)::connect);
          default -> FixtureEngines.register(MemoryCluster.ofColumns("unique", 1)::connect);
        };
    try (Store store = Stores.openOrCreate(uri, DESIGN)) {
      test.run(store);
    }
  }

  private static Map<String, Object> customer(String name, String email) {
    Map<String, Object> values = new HashMap<>();
    values.put("name", name);
    values.put("email", email);
    return values;
  }

  private static <T> T write(Store store, Function<StoreTransaction, T> work) {
    return store.write(work);
  }

  private static void put(Store store, String id, String email) {
    write(
        store,
        transaction -> {
          transaction.put("customer", Tuple.of(id), customer(id, email));
          return null;
        });
  }

  private static List<Tuple> owners(Store store, String email) {
    return store.index("customer_of_email", Tuple.of(email), Paging.first(9)).entries();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void put_ofAValueThatAnotherRowHas_isRefusedAndChangesNothing(String engine) throws Exception {
    on(
        engine,
        store -> {
          put(store, "anna", "a@x");
          assertThatThrownBy(() -> put(store, "bob", "a@x"))
              .isInstanceOfSatisfying(
                  DuplicateValueException.class,
                  failure -> {
                    assertThat(failure.index()).isEqualTo("customer_of_email");
                    assertThat(failure.value()).isEqualTo(Tuple.of("a@x"));
                    assertThat(failure.key()).isEqualTo(Tuple.of("bob"));
                    assertThat(failure.owner()).isEqualTo(Tuple.of("anna"));
                  })
              .hasMessage(
                  "the row (bob) cannot have the value (a@x) of unique index customer_of_email,"
                      + " because the row (anna) has it; nothing was changed");
          assertThat(store.get("customer", Tuple.of("bob"), Columns.ALL)).isEmpty();
          assertThat(owners(store, "a@x")).containsExactly(Tuple.of("anna"));
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void value_thatARowGivesUp_isFree(String engine) throws Exception {
    on(
        engine,
        store -> {
          put(store, "anna", "a@x");
          put(store, "anna", "a2@x");
          put(store, "bob", "a@x");
          assertThat(owners(store, "a@x")).containsExactly(Tuple.of("bob"));
          write(store, transaction -> transaction.delete("customer", Tuple.of("bob")));
          assertThat(owners(store, "a@x")).isEmpty();
          put(store, "carl", "a@x");
          put(store, "dora", null);
          put(store, "emil", null);
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void values_thatTwoRowsExchange_areJudgedAtTheEndOfTheWrite(String engine) throws Exception {
    on(
        engine,
        store -> {
          put(store, "anna", "a@x");
          put(store, "bob", "b@x");
          write(
              store,
              transaction -> {
                transaction.update("customer", Tuple.of("anna"), Map.of("email", "b@x"));
                transaction.update("customer", Tuple.of("bob"), Map.of("email", "a@x"));
                return null;
              });
          assertThat(owners(store, "a@x")).containsExactly(Tuple.of("bob"));
          assertThat(owners(store, "b@x")).containsExactly(Tuple.of("anna"));
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void twoRowsOfOneWrite_withTheSameValue_areRefused(String engine) throws Exception {
    on(
        engine,
        store -> {
          assertThatThrownBy(
                  () ->
                      write(
                          store,
                          transaction -> {
                            transaction.put("customer", Tuple.of("a"), customer("a", "x"));
                            transaction.insert("customer", Tuple.of("b"), customer("b", "x"));
                            return null;
                          }))
              .isInstanceOf(DuplicateValueException.class);
          assertThat(owners(store, "x")).isEmpty();
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void keyInAnotherSpelling_isTheSameRow(String engine) throws Exception {
    on(
        engine,
        store -> {
          put(store, "anna", "a@x");
          put(store, "ANNA", "a@x");
          assertThat(owners(store, "a@x")).containsExactly(Tuple.of("ANNA"));
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void elementsOfASet_areUniqueEach(String engine) throws Exception {
    on(
        engine,
        store -> {
          for (String id : List.of("anna", "bob")) {
            Map<String, Object> values = customer(id, id);
            values.put("phones", Set.of("1" + id, "2" + id));
            write(
                store,
                transaction -> {
                  transaction.put("customer", Tuple.of(id), values);
                  return null;
                });
          }
          assertThatThrownBy(
                  () ->
                      write(
                          store,
                          transaction ->
                              transaction.update(
                                  "customer",
                                  Tuple.of("bob"),
                                  Map.of("phones", Set.of("3", "1anna")))))
              .isInstanceOf(DuplicateValueException.class)
              .hasMessageContaining("(1anna)");
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void bufferedWrite_holdsUniqueValuesToo(String engine) throws Exception {
    on(
        engine,
        store -> {
          store.write(
              Durability.BUFFERED,
              transaction -> {
                for (int number = 0; number < 50; number++) {
                  String id = "c" + number;
                  transaction.put("customer", Tuple.of(id), customer(id, id + "@x"));
                }
                return null;
              });
          assertThatThrownBy(() -> put(store, "other", "c7@x"))
              .isInstanceOf(DuplicateValueException.class);
          requireRight(store);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void writersOfFewValues_concurrent_neverShareOne(String engine) throws Exception {
    long seed = Long.getLong("portolan.seed", 20261128L);
    on(
        engine,
        store -> {
          ExecutorService threads = Executors.newFixedThreadPool(6);
          try {
            List<Callable<Integer>> writers = new ArrayList<>();
            for (int writer = 0; writer < 6; writer++) {
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

  /** The rows are read before the values, so another write may come between. */
  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void findOrCreate_whileAnotherWriterTakesTheValue_runsAgain(String engine) throws Exception {
    on(
        engine,
        store -> {
          int[] runs = new int[1];
          write(
              store,
              transaction -> {
                List<Tuple> found =
                    transaction
                        .index("customer_of_email", Tuple.of("x"), Paging.first(1))
                        .entries();
                if (runs[0]++ == 0) {
                  CompletableFuture.runAsync(() -> put(store, "carl", "x")).join();
                }
                if (found.isEmpty()) {
                  transaction.put("customer", Tuple.of("bob"), customer("bob", "x"));
                } else {
                  transaction.update("customer", found.get(0), Map.of("name", "found"));
                }
                return null;
              });
          assertThat(runs[0]).isEqualTo(2);
          assertThat(owners(store, "x")).containsExactly(Tuple.of("carl"));
          requireRight(store);
        });
  }

  /** Returns how many writes were refused because another row has the value. */
  private static int writeAtRandom(Store store, Random random) {
    int taken = 0;
    for (int number = 0; number < 60; number++) {
      String id = "c" + random.nextInt(8);
      String email = random.nextInt(6) + "@x";
      boolean delete = random.nextInt(5) == 0;
      try {
        write(
            store,
            transaction -> {
              if (delete) {
                return transaction.delete("customer", Tuple.of(id));
              }
              transaction.put("customer", Tuple.of(id), customer(id, email));
              return null;
            });
      } catch (DuplicateValueException expected) {
        taken++;
      } catch (WriteConflictException givenUp) {
        assertThat(givenUp).isNotNull();
      }
    }
    return taken;
  }

  /** Requires that every row with an e-mail address is the only one that its index finds. */
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
    List<Object> emails = new ArrayList<>();
    for (EntityRow row : store.scanStored("customer", Columns.ALL, Paging.first(1_000)).entries()) {
      if (row.value("email") != null) {
        emails.add(row.value("email"));
        assertThat(owners(store, (String) row.value("email"))).containsExactly(row.key());
      }
    }
    assertThat(emails).doesNotHaveDuplicates();
  }
}
