package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.ReferenceException.Reason;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/** References on every kind of engine. */
class ReferenceTest extends ReferenceStores {
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
                              "dangling order.customer (7): the row refers to customer (anna),"
                                  + " which is not there; write it, or change or delete the row");
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
