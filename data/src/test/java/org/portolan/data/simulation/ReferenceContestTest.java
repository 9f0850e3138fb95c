package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.data.Columns;
import org.portolan.data.ReferenceException;
import org.portolan.data.ReferenceException.Reason;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/**
 * Writers of several processes that refer to a row, while others delete it, in virtual time: one
 * row after the other, all at about the same time. Of the first reference to a row and its deletion
 * only one may be made. {@code -Dportolan.simulation.seeds=10000} runs more contests on each
 * cluster.
 */
class ReferenceContestTest {
  private static final int SEEDS =
      Math.max(20, Integer.getInteger("portolan.simulation.seeds", 20));

  private static final int CUSTOMERS = 10;
  private static final int WRITERS = 6;

  /** Longer than a write takes. */
  private static final long TURN_NANOS = Duration.ofMillis(500).toNanos();

  /** About as long as a write takes, so that writes begin at every moment of another. */
  private static final long LATE_NANOS_MAX = Duration.ofMillis(30).toNanos();

  private static final String DESIGN =
      """
      format: 1
      design: contest
      entities:
        customer:
          key: {id: int}
          families: {main: {name: text}}
        order:
          key: {id: text}
          families: {main: {customer: int}}
          references:
            customer: {on: [customer], to: customer, shards: 2}
          indexes:
            orders: {on: [customer], layout: %s single}
      """;

  /** A write that was refused. */
  private record Refusal(int customer, Reason reason) {}

  /** One contest. */
  private static final class Contest {
    private final Crowd crowd;
    private final int processes;
    private final List<String> made = new ArrayList<>();
    private final List<Integer> deleted = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();

    Contest(Kind kind, int processes, long seed) {
      this.crowd = new Crowd(kind, seed);
      this.processes = processes;
      crowd.run(this::drive);
    }

    private void drive() {
      crowd.open(processes, "contest", DESIGN);
      crowd
          .store()
          .write(
              transaction -> {
                for (int customer = 0; customer < CUSTOMERS; customer++) {
                  transaction.put("customer", Tuple.of(customer), Map.of());
                }
                return null;
              });
      long begin = crowd.scheduler().nowNanos();
      crowd.start(WRITERS / processes, "writer", (store, name) -> write(store, name, begin));
      crowd.join();
      // Longer than the derived changes of the last write take.
      crowd.scheduler().pass(Duration.ofMinutes(1).toNanos());
      judge(crowd.store());
      crowd.close();
    }

    private void write(Store store, String name, long begin) {
      RandomGenerator random = crowd.choices().of(name);
      for (int customer = 0; customer < CUSTOMERS; customer++) {
        long start = begin + customer * TURN_NANOS + random.nextLong(LATE_NANOS_MAX);
        crowd.scheduler().pass(Math.max(0, start - crowd.scheduler().nowNanos()));
        boolean deletes = random.nextInt(3) == 0;
        boolean looks = random.nextBoolean();
        String order = name + "/" + customer;
        int key = customer;
        try {
          if (deletes) {
            store.write(transaction -> transaction.delete("customer", Tuple.of(key)));
            deleted.add(customer);
          } else {
            store.write(
                transaction -> {
                  if (looks) {
                    transaction.get("customer", Tuple.of(key), Columns.ALL);
                  }
                  transaction.put("order", Tuple.of(order), Map.of("customer", key));
                  return null;
                });
            made.add(order);
          }
        } catch (ReferenceException refusal) {
          refusals.add(new Refusal(customer, refusal.reason()));
        } catch (WriteConflictException e) {
          throw new AssertionError(order + " was given up", e);
        }
      }
    }

    private void judge(Store store) {
      for (int customer = 0; customer < CUSTOMERS; customer++) {
        boolean exists = store.get("customer", Tuple.of(customer), Columns.ALL).isPresent();
        String end = "/" + customer;
        List<String> orders = made.stream().filter(order -> order.endsWith(end)).toList();
        assertThat(orders)
            .as("orders that refer to customer %d, which exists: %s", customer, exists)
            .allMatch(order -> exists)
            .allMatch(order -> store.get("order", Tuple.of(order), Columns.ALL).isPresent());
        assertThat(deleted.contains(customer)).as("customer %d", customer).isEqualTo(!exists);
        int row = customer;
        assertThat(refusals.stream().filter(refusal -> refusal.customer() == row))
            .as("refusals of customer %d, which has %s", customer, orders)
            .allMatch(
                refusal ->
                    refusal.reason() == Reason.NO_TARGET ? !exists : exists && !orders.isEmpty());
      }
      List<Object> findings = new ArrayList<>();
      store.check(StoreCheck.Options.REPORT).run(findings::add, looked -> {});
      assertThat(findings).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"ROWS, 3", "COLUMNS, 3", "STORE, 3", "EMBEDDED, 1"})
  void references_toRowsThatOthersDelete_areMadeOrRefused(Kind kind, int processes) {
    int referred = 0;
    int missing = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      try {
        for (Refusal refusal : new Contest(kind, processes, seed).refusals) {
          referred += refusal.reason() == Reason.REFERRED_TO ? 1 : 0;
          missing += refusal.reason() == Reason.NO_TARGET ? 1 : 0;
        }
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("seed " + seed, failure);
      }
    }
    assertThat(referred).as("deletions refused").isGreaterThan(SEEDS);
    assertThat(missing).as("references refused").isGreaterThan(SEEDS);
  }
}
