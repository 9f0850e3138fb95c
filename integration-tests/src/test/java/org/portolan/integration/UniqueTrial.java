package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.data.WriteConflictException;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.types.Tuple;

/** Writers of two processes that take and give up few values of a unique index on an engine. */
final class UniqueTrial {
  private static final int THREADS = 8;
  private static final int WRITES = 40;
  private static final int CUSTOMERS = 12;
  private static final int ADDRESSES = 8;
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: customers
          entities:
            customer:
              key: {id: int}
              families:
                main: {email: text}
              indexes:
                customer_of_email: {on: [email], unique: true}
              counters:
                customers: {layout: random(4)}
          """,
          "customers");

  private UniqueTrial() {}

  static void run(String uri, long seed) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Store store = Stores.openOrCreate(uri, DESIGN);
        Store other = uri.startsWith("rocksdb:") ? null : Stores.openOrCreate(uri, DESIGN)) {
      List<Callable<int[]>> writers = new ArrayList<>();
      for (int writer = 0; writer < THREADS; writer++) {
        Random random = new Random(seed + writer);
        Store own = other == null || writer % 2 == 0 ? store : other;
        writers.add(() -> write(own, random));
      }
      long begin = System.nanoTime();
      int made = 0;
      int refused = 0;
      for (Future<int[]> each : threads.invokeAll(writers)) {
        made += each.get()[0];
        refused += each.get()[1];
      }
      System.out.printf(
          "UniqueTrial uri=%s seed=%d made=%d refused=%d milliseconds=%d%n",
          uri, seed, made, refused, (System.nanoTime() - begin) / 1_000_000);
      assertThat(made).isPositive();
      assertThat(refused).as("writes that another row's value refused").isPositive();
      requireRight(store);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns how many writes were made, and how many refused. */
  private static int[] write(Store store, Random random) {
    int made = 0;
    int refused = 0;
    for (int number = 0; number < WRITES; number++) {
      Tuple customer = Tuple.of(random.nextInt(CUSTOMERS));
      String email = random.nextInt(ADDRESSES) + "@example.org";
      boolean leave = random.nextInt(4) == 0;
      try {
        store.write(
            transaction -> {
              if (leave) {
                return transaction.delete("customer", customer);
              }
              transaction.put("customer", customer, Map.of("email", email));
              return true;
            });
        made++;
      } catch (DuplicateValueException taken) {
        refused++;
      } catch (WriteConflictException | OutcomeUnknownException given) {
        // Made or not, the end shows whether the index agrees with the rows.
      }
    }
    return new int[] {made, refused};
  }

  private static void requireRight(Store store) {
    store
        .check(new StoreCheck.Options(false, false, Duration.ofMillis(200), 20))
        .run(
            finding -> {
              throw new AssertionError("the check finds " + finding);
            },
            looked -> {});
    Map<Object, Tuple> owners = new HashMap<>();
    for (EntityRow row :
        store.scanStored("customer", Columns.ALL, Paging.first(CUSTOMERS)).entries()) {
      assertThat(owners.put(row.value("email"), row.key())).isNull();
    }
    owners.forEach(
        (email, customer) ->
            assertThat(store.index("customer_of_email", Tuple.of(email), Paging.first(9)).entries())
                .containsExactly(customer));
    assertThat(store.counter("customers")).isEqualTo(owners.size());
  }
}
