package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Condition;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.Transaction;

/** Concurrent histories from a seed, checked by their invariants. */
abstract class HistoryContract extends EngineFixture {
  private static final int THREADS = 4;
  private static final int ACCOUNTS = 8;
  private static final int ROUNDS = 300;
  private static final int START = 100;

  private final long seed = System.nanoTime();

  @Override
  void requireCapabilities() {
    Assumptions.assumeTrue(
        capabilities().transactions() == TransactionScope.STORE,
        "the engine has no transactions over rows");
  }

  private void inTransaction(Consumer<Transaction> work) {
    while (true) {
      try (Transaction transaction = engine.begin(Durability.BUFFERED)) {
        work.accept(transaction);
        transaction.commit();
        return;
      } catch (ConflictException again) {
        Thread.onSpinWait();
      }
    }
  }

  private void race(Consumer<Random> round) {
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      Random random = new Random(seed + thread);
      tasks.add(
          () -> {
            for (int number = 0; number < ROUNDS; number++) {
              round.accept(random);
            }
            return ROUNDS;
          });
    }
    assertThat(race(tasks)).hasSize(THREADS);
  }

  private static int sum(Reader reader) {
    return reader
        .get(
            LongStream.range(0, ACCOUNTS)
                .mapToObj(
                    at -> Get.of(ContractTables.EVENTS, key("bank", at), FamilyRead.all("body")))
                .toList())
        .stream()
        .mapToInt(row -> (Integer) row.family("body").orElseThrow().get(1))
        .sum();
  }

  private void openAccounts() {
    for (int at = 0; at < ACCOUNTS; at++) {
      write("bank", at, body("account", START));
    }
  }

  @Test
  void transfers_byMany_keepTheSum() {
    openAccounts();
    AtomicInteger wrongSums = new AtomicInteger();
    race(
        random -> {
          int from = random.nextInt(ACCOUNTS);
          int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
          int amount = random.nextInt(20);
          inTransaction(
              transaction -> {
                int left = number(transaction, "bank", from);
                int right = number(transaction, "bank", to);
                transaction.mutate(change("bank", from, body("account", left - amount)));
                transaction.mutate(change("bank", to, body("account", right + amount)));
              });
          AtomicInteger seen = new AtomicInteger();
          inTransaction(transaction -> seen.set(sum(transaction)));
          if (seen.get() != ACCOUNTS * START) {
            wrongSums.incrementAndGet();
          }
        });
    assertThat(wrongSums).as("wrong sums, seed %d", seed).hasValue(0);
    assertThat(sum(engine)).as("seed %d", seed).isEqualTo(ACCOUNTS * START);
  }

  @Test
  void increments_byTransactionsAndConditions_areNeverLost() {
    openAccounts();
    race(
        random -> {
          int at = random.nextInt(ACCOUNTS);
          if (random.nextBoolean() || !capabilities().conditionalWrite()) {
            inTransaction(
                transaction ->
                    transaction.mutate(
                        change("bank", at, body("t", number(transaction, "bank", at) + 1))));
          } else {
            incrementOnCondition(at);
          }
        });
    assertThat(sum(engine)).as("seed %d", seed).isEqualTo(ACCOUNTS * START + THREADS * ROUNDS);
  }

  private void incrementOnCondition(int at) {
    boolean done = false;
    while (!done) {
      int seen = number(engine, "bank", at);
      Mutation next = change("bank", at, body("t", seen + 1));
      done =
          engine.mutate(
              next.on(new Condition.ColumnEquals("body", "number", seen)), Durability.BUFFERED);
    }
  }

  /** Each of two transactions clears one row if the other row is 1: one row must stay 1. */
  @Test
  void writeSkew_onTrackedReads_doesNotHappen() {
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      int at = 2 * round;
      write("skew", at, body("t", 1));
      write("skew", at + 1, body("t", 1));
      boolean swap = random.nextBoolean();
      assertThat(race(List.of(taking(at, at + 1, swap), taking(at + 1, at, !swap)))).hasSize(2);
      int left = number(engine, "skew", at) + number(engine, "skew", at + 1);
      assertThat(left).as("rows left of pair %d, seed %d", round, seed).isEqualTo(1);
    }
  }

  private Callable<Boolean> taking(int read, int take, boolean takenReadFirst) {
    return () -> {
      inTransaction(
          transaction -> {
            if (takenReadFirst) {
              number(transaction, "skew", take);
            }
            if (number(transaction, "skew", read) == 1) {
              transaction.mutate(change("skew", take, body("t", 0)));
            }
          });
      return true;
    };
  }

  /** If a blind write returns before a transaction commits, the commit must not overwrite it. */
  @Test
  void blindWrites_betweenReadAndCommit_areNeverOverwritten() {
    write("blind", 0, body("t", 0));
    AtomicInteger written = new AtomicInteger();
    AtomicInteger lost = new AtomicInteger();
    Callable<Integer> blind =
        () -> {
          for (int round = 1; round <= 1_000; round++) {
            write("blind", 0, body("blind", round));
            written.set(round);
          }
          return 0;
        };
    Callable<Integer> copying =
        () -> {
          for (int round = 1; round <= 1_000; round++) {
            inTransaction(
                transaction -> {
                  int seen = number(transaction, "blind", 0);
                  transaction.mutate(change("blind", 0, body("copy", seen)));
                });
            int before = written.get();
            if (number(engine, "blind", 0) < before) {
              lost.incrementAndGet();
            }
          }
          return 0;
        };
    assertThat(race(List.of(blind, copying))).hasSize(2);
    assertThat(lost).hasValue(0);
    assertThat(number(engine, "blind", 0)).isEqualTo(1_000);
  }
}
