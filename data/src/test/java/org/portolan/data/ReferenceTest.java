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
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.ReferenceException.Reason;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.types.Tuple;

/** References on every kind of engine. */
class ReferenceTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: orders
          entities:
            customer:
              key: {id: {type: text, collation: ai_ci}}
              families:
                main: {name: text}
            order:
              key: {id: long}
              key-layout: {md5-modulo: {range: 10}}
              families:
                main: {customer: text, note: text}
              references:
                customer: {on: [customer], to: customer}
              indexes:
                orders_of_customer: {on: [customer], layout: single}
              counters:
                orders: {layout: single}
            line:
              key: {order: long, number: int}
              families:
                main: {what: text}
              references:
                order: {on: [order], to: order, on-delete: cascade}
            node:
              key: {id: {type: long, padded: 6}}
              families:
                main: {parent: long}
              references:
                parent: {on: [parent], to: node, on-delete: cascade, shards: 2}
            employee:
              key: {id: long}
              families:
                main: {boss: long}
              references:
                boss: {on: [boss], to: employee, shards: 1}
          """,
          "orders");

  @TempDir Path directory;

  /** A test on a store. */
  private interface Test {
    void run(Store store) throws Exception;
  }

  /** Runs a test on a new store of an engine, and checks the store afterwards. */
  private void on(String engine, Test test) throws Exception {
    try (Store store = Stores.openOrCreate(uri(engine), DESIGN)) {
      test.run(store);
      store.sweep();
      assertThat(check(store, false)).isEmpty();
    }
  }

  private String uri(String engine) {
    return switch (engine) {
      case "rocksdb" -> "rocksdb:" + directory.resolve("store");
      case "rows" -> FixtureEngines.register(MemoryCluster.ofRows("references", 1)::connect);
      case "columns" -> FixtureEngines.register(MemoryCluster.ofColumns("references", 1)::connect);
      default -> {
        SimulatedCluster cluster =
            SimulatedCluster.calm(SimulatedCluster.Kind.STORE, new Random(1));
        yield FixtureEngines.register(() -> cluster.connect(Client.calm(new Random(2))));
      }
    };
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  private static void customer(StoreTransaction transaction, String id) {
    transaction.put("customer", Tuple.of(id), Map.of("name", id));
  }

  private static void order(StoreTransaction transaction, long id, String customer) {
    Map<String, Object> values = new HashMap<>();
    values.put("customer", customer);
    transaction.put("order", Tuple.of(id), values);
  }

  private static void line(StoreTransaction transaction, long order, int number) {
    transaction.insert("line", Tuple.of(order, number), Map.of("what", "thing"));
  }

  private static void node(StoreTransaction transaction, long id, Long parent) {
    Map<String, Object> values = new HashMap<>();
    values.put("parent", parent);
    transaction.put("node", Tuple.of(id), values);
  }

  private static void employee(StoreTransaction transaction, long id, Long boss) {
    Map<String, Object> values = new HashMap<>();
    values.put("boss", boss);
    transaction.put("employee", Tuple.of(id), values);
  }

  private static List<Finding> check(Store store, boolean repair) {
    List<Finding> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(repair, false, Duration.ZERO, 50))
        .run(findings::add, looked -> {});
    return findings;
  }

  private static long count(Store store, String entity) {
    return store.scanStored(entity, Columns.ALL, Paging.first(1_000)).entries().size();
  }

  private static boolean exists(Store store, String entity, Object... key) {
    return store.get(entity, Tuple.of(key), Columns.ALL).isPresent();
  }

  private static void delete(Store store, String entity, Object... key) {
    write(store, transaction -> transaction.delete(entity, Tuple.of(key)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void referenceToNothing_isRefused(String engine) throws Exception {
    on(
        engine,
        store -> {
          assertThatThrownBy(() -> write(store, transaction -> order(transaction, 1, "anna")))
              .isInstanceOfSatisfying(
                  ReferenceException.class,
                  failure -> {
                    assertThat(failure.reason()).isEqualTo(Reason.NO_TARGET);
                    assertThat(failure.reference()).isEqualTo("order.customer");
                    assertThat(failure.entity()).isEqualTo("order");
                    assertThat(failure.key()).isEqualTo(Tuple.of(1L));
                    assertThat(failure.column()).isEqualTo("customer");
                    assertThat(failure.target().key()).isEqualTo(Tuple.of("anna"));
                  })
              .hasMessage(
                  "the row (1) of order cannot refer to the row (anna) of customer (reference"
                      + " order.customer), because there is no such row; nothing was changed");
          assertThat(exists(store, "order", 1L)).isFalse();
          write(store, transaction -> order(transaction, 1, null));
          assertThatThrownBy(
                  () ->
                      write(
                          store,
                          transaction ->
                              transaction.update(
                                  "order", Tuple.of(1L), Map.of("customer", "anna"))))
              .isInstanceOf(ReferenceException.class);
          assertThatThrownBy(() -> write(store, transaction -> line(transaction, 2, 1)))
              .isInstanceOf(ReferenceException.class);
          assertThat(store.counter("orders")).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void deletionOfARowReferredTo_isRefused(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(
              store,
              transaction -> {
                order(transaction, 1, "anna");
                customer(transaction, "anna");
              });
          assertThatThrownBy(() -> delete(store, "customer", "anna"))
              .isInstanceOfSatisfying(
                  ReferenceException.class,
                  failure -> {
                    assertThat(failure.reason()).isEqualTo(Reason.REFERRED_TO);
                    assertThat(failure.referrers())
                        .containsExactly(new ReferenceException.Row("order", Tuple.of(1L)));
                  })
              .hasMessage(
                  "the row (anna) of customer cannot be deleted, because the row (1) of order refers"
                      + " to it (reference order.customer); delete the referring rows in the same"
                      + " write or before, or let them refer to another row; nothing was changed");
          assertThat(exists(store, "customer", "anna")).isTrue();
          write(store, transaction -> order(transaction, 1, null));
          delete(store, "customer", "anna");
          assertThat(exists(store, "customer", "anna")).isFalse();
          assertThatThrownBy(() -> write(store, transaction -> order(transaction, 1, "anna")))
              .isInstanceOf(ReferenceException.class);
          write(store, transaction -> customer(transaction, "anna"));
          write(store, transaction -> order(transaction, 1, "anna"));
          assertThatThrownBy(() -> delete(store, "customer", "anna"))
              .isInstanceOf(ReferenceException.class);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void rowsOfOneWrite_areJudgedAtItsEnd(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(
              store,
              transaction -> {
                order(transaction, 1, "anna");
                customer(transaction, "bob");
                customer(transaction, "anna");
              });
          write(
              store,
              transaction -> {
                transaction.delete("customer", Tuple.of("anna"));
                order(transaction, 1, "bob");
              });
          assertThat(exists(store, "customer", "anna")).isFalse();
          write(
              store,
              transaction -> {
                transaction.delete("customer", Tuple.of("bob"));
                customer(transaction, "bob");
              });
          assertThatThrownBy(
                  () ->
                      write(
                          store,
                          transaction -> {
                            transaction.delete("order", Tuple.of(1L));
                            order(transaction, 2, "bob");
                            transaction.delete("customer", Tuple.of("bob"));
                          }))
              .isInstanceOf(ReferenceException.class);
          write(
              store,
              transaction -> {
                transaction.delete("customer", Tuple.of("bob"));
                transaction.delete("order", Tuple.of(1L));
              });
          assertThat(count(store, "customer")).isZero();
          assertThat(count(store, "order")).isZero();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void collatedKey_isReferredToInAnySpelling(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(store, transaction -> customer(transaction, "Anna"));
          write(store, transaction -> order(transaction, 1, "ANNA"));
          write(store, transaction -> order(transaction, 1, "änna"));
          assertThatThrownBy(() -> delete(store, "customer", "anna"))
              .isInstanceOf(ReferenceException.class);
          delete(store, "order", 1L);
          delete(store, "customer", "anna");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void cascade_deletesReferringRows(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(
              store,
              transaction -> {
                for (long id = 1; id <= 2; id++) {
                  order(transaction, id, null);
                  for (int number = 0; number < 30; number++) {
                    line(transaction, id, number);
                  }
                }
              });
          delete(store, "order", 1L);
          assertThat(count(store, "line")).isEqualTo(30);
          assertThat(store.counter("orders")).isEqualTo(1);
          write(
              store,
              transaction -> {
                node(transaction, 1, 1L);
                node(transaction, 2, 1L);
                node(transaction, 3, 2L);
                node(transaction, 4, 3L);
                node(transaction, 5, null);
              });
          delete(store, "node", 2L);
          assertThat(exists(store, "node", 4L)).isFalse();
          assertThat(count(store, "node")).isEqualTo(2);
          delete(store, "node", 1L);
          assertThat(count(store, "node")).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void rowsThatReferToThemselvesAndEachOther(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(store, transaction -> employee(transaction, 1, 1L));
          write(
              store,
              transaction -> {
                employee(transaction, 2, 3L);
                employee(transaction, 3, 2L);
              });
          assertThatThrownBy(() -> delete(store, "employee", 2L))
              .isInstanceOf(ReferenceException.class);
          delete(store, "employee", 1L);
          write(
              store,
              transaction -> {
                transaction.delete("employee", Tuple.of(2L));
                transaction.delete("employee", Tuple.of(3L));
              });
          assertThat(count(store, "employee")).isZero();
          write(
              store,
              transaction -> {
                node(transaction, 1, 3L);
                node(transaction, 2, 1L);
                node(transaction, 3, 2L);
              });
          delete(store, "node", 2L);
          assertThat(count(store, "node")).isZero();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void manyReferringRows_areDeletedInSeveralWrites(String engine) throws Exception {
    on(
        engine,
        store -> {
          for (int part = 0; part < 5; part++) {
            int first = part * 50;
            write(
                store,
                transaction -> {
                  order(transaction, 1, null);
                  node(transaction, 0, null);
                  for (int number = first; number < first + 50; number++) {
                    line(transaction, 1, number);
                    node(transaction, number + 1, (long) number);
                  }
                });
          }
          assertThatThrownBy(() -> delete(store, "order", 1L))
              .isInstanceOfSatisfying(
                  ReferenceException.class,
                  failure -> {
                    assertThat(failure.reason()).isEqualTo(Reason.TOO_MANY);
                    assertThat(failure.referrers()).hasSize(100);
                  })
              .hasMessage(
                  "the row (1) of order cannot be deleted in one write, because more than 100 rows"
                      + " that refer to it, directly or by others, would be deleted with it"
                      + " (reference line.order); delete it by Store.deleteCascading, which makes"
                      + " several writes; nothing was changed");
          assertThat(count(store, "line")).isEqualTo(250);
          assertThat(store.deleteCascading("order", Tuple.of(1L))).isTrue();
          assertThat(count(store, "line")).isZero();
          assertThat(store.deleteCascading("order", Tuple.of(1L))).isFalse();
          assertThat(store.deleteCascading("node", Tuple.of(100L))).isTrue();
          assertThat(count(store, "node")).isEqualTo(100);
          write(
              store,
              transaction -> {
                for (long id = 100; id < 150; id++) {
                  node(transaction, id, id - 1);
                }
                node(transaction, 0, 149L);
              });
          assertThatThrownBy(() -> store.deleteCascading("node", Tuple.of(7L)))
              .isInstanceOf(ReferenceException.class);
          write(store, transaction -> node(transaction, 7, null));
          assertThat(store.deleteCascading("node", Tuple.of(7L))).isTrue();
          assertThat(count(store, "node")).isZero();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void unchangedReference_costsNothing(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(store, transaction -> customer(transaction, "anna"));
          write(store, transaction -> order(transaction, 1, "anna"));
          Trace trace = new Trace();
          write(
              store.traced(trace),
              transaction -> transaction.update("order", Tuple.of(1L), Map.of("note", "x")));
          assertThat(trace.counts().keysRead()).isEqualTo(1);
          assertThat(trace.counts().keysWritten()).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void bufferedWrite_keepsReferencesToo(String engine) throws Exception {
    on(
        engine,
        store -> {
          store.write(
              Durability.BUFFERED,
              transaction -> {
                for (long id = 0; id < 50; id++) {
                  order(transaction, id, "c" + id % 3);
                }
                for (int number = 0; number < 3; number++) {
                  customer(transaction, "c" + number);
                }
                return null;
              });
          assertThatThrownBy(() -> delete(store, "customer", "c2"))
              .isInstanceOf(ReferenceException.class);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void uncheckedReferences_areFoundByTheCheck(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(
              store,
              transaction -> {
                transaction.leaveReferencesUnchecked();
                order(transaction, 7, "anna");
              });
          for (boolean repair : new boolean[] {false, true}) {
            assertThat(check(store, repair))
                .singleElement()
                .satisfies(
                    finding -> {
                      assertThat(finding.kind()).isEqualTo(Kind.DANGLING);
                      assertThat(finding.toString())
                          .isEqualTo(
                              "dangling order.customer (7): the row refers to a row that is not"
                                  + " there; write either of the two");
                    });
          }
          write(store, transaction -> customer(transaction, "anna"));
          assertThatThrownBy(() -> delete(store, "customer", "anna"))
              .isInstanceOf(ReferenceException.class);
        });
  }

  /** A target that was read before it is deleted does not count. */
  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void targetDeletedAfterItWasRead_isNoticed(String engine) throws Exception {
    on(
        engine,
        store -> {
          write(store, transaction -> customer(transaction, "anna"));
          int[] runs = new int[1];
          assertThatThrownBy(
                  () ->
                      write(
                          store,
                          transaction -> {
                            var unused = transaction.get("customer", Tuple.of("anna"), Columns.ALL);
                            if (runs[0]++ == 0) {
                              CompletableFuture.runAsync(() -> delete(store, "customer", "anna"))
                                  .join();
                            }
                            order(transaction, 1, "anna");
                          }))
              .isInstanceOf(ReferenceException.class);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns", "grid"})
  void writersOfFewRows_concurrent_neverLeaveADanglingReference(String engine) throws Exception {
    long seed = Long.getLong("portolan.seed", 20261128L);
    on(
        engine,
        store -> {
          ExecutorService threads = Executors.newFixedThreadPool(6);
          try {
            List<Callable<int[]>> writers = new ArrayList<>();
            for (int writer = 0; writer < 6; writer++) {
              Random random = new Random(seed + writer);
              writers.add(() -> writeAtRandom(store, random));
            }
            int[] refused = new int[2];
            for (Future<int[]> refusals : threads.invokeAll(writers)) {
              refused[0] += refusals.get()[0];
              refused[1] += refusals.get()[1];
            }
            assertThat(refused[0]).as("references to nothing, seed %s", seed).isPositive();
            assertThat(refused[1]).as("rows referred to, seed %s", seed).isPositive();
          } finally {
            threads.shutdownNow();
          }
        });
  }

  /** Returns how many writes were refused, by their reason. */
  private static int[] writeAtRandom(Store store, Random random) {
    int[] refused = new int[2];
    for (int number = 0; number < 80; number++) {
      String customer = "c" + random.nextInt(3);
      long order = random.nextInt(6);
      int kind = random.nextInt(6);
      try {
        write(
            store,
            transaction -> {
              switch (kind) {
                case 0 -> customer(transaction, customer);
                case 1 -> transaction.delete("customer", Tuple.of(customer));
                case 2 -> transaction.delete("order", Tuple.of(order));
                case 3 -> transaction.put("line", Tuple.of(order, 1), Map.of("what", "x"));
                default -> order(transaction, order, customer);
              }
            });
      } catch (ReferenceException expected) {
        refused[expected.reason() == Reason.NO_TARGET ? 0 : 1]++;
      } catch (WriteConflictException givenUp) {
        assertThat(givenUp).isNotNull();
      }
    }
    return refused;
  }
}
