package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.portolan.data.ReferenceException;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.integration.RulesWriters.Outcome;
import org.portolan.types.Tuple;

/**
 * A history of references, unique values, inserts, bounds, and least and greatest values on an
 * engine: eight threads of a process that is killed, and meanwhile, or afterwards on an engine with
 * one process at a time, eight threads of this one. At the end {@link RulesJudge} judges it.
 */
final class RulesTrial {
  private static final int ANSWERS_BEFORE_THE_OTHERS = 40;
  private static final int ANSWERS_BEFORE_THE_KILL = 160;
  private static final int WRITES = 40;

  /** More rows than one write deletes. */
  private static final int LARGE = ReferenceException.CASCADE_MAX + 20;

  private static final int ROWS_A_WRITE = 30;
  private static final int LARGE_CUSTOMER = 1_000;

  private RulesTrial() {}

  static void run(String uri, Path directory, long seed) throws Exception {
    long begin = System.nanoTime();
    Path file = Files.createDirectories(directory).resolve("journal.txt");
    Files.createFile(file);
    Store store = Stores.openOrCreate(uri, RulesWriters.DESIGN);
    try {
      stockUp(store);
      boolean isShared = !uri.startsWith("rocksdb:");
      if (!isShared) {
        store.close();
      }
      Process process =
          ChildJvm.start(RulesWriters.class, uri, file.toString(), Long.toString(seed));
      try {
        if (isShared) {
          Journal.await(process, file, RulesTrial::answers, ANSWERS_BEFORE_THE_OTHERS);
          CompletableFuture<Void> kill = CompletableFuture.runAsync(() -> killLater(process, file));
          write(store, file, seed);
          kill.join();
        } else {
          Journal.await(process, file, RulesTrial::answers, ANSWERS_BEFORE_THE_KILL);
          process.destroyForcibly().waitFor();
          store = Stores.openOrCreate(uri, RulesWriters.DESIGN);
          write(store, file, seed);
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
      deleteManyInSteps(store);
      Settling.assertSettled(store);
      RulesJudge judge = new RulesJudge(Journal.lines(file));
      judge.judge(store);
      System.out.printf(
          "RulesTrial uri=%s seed=%d answers=%s milliseconds=%d%n",
          uri, seed, judge.outcomes(), (System.nanoTime() - begin) / 1_000_000);
      assertThat(judge.outcomes().keySet())
          .contains(
              Outcome.MADE,
              Outcome.EXISTS,
              Outcome.DUPLICATE,
              Outcome.OUT_OF_BOUNDS,
              Outcome.NO_TARGET,
              Outcome.REFERRED_TO);
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError("seed " + seed + " on " + uri + ", journal " + file, failure);
    } finally {
      store.close();
    }
  }

  private static void stockUp(Store store) {
    store.write(
        transaction -> {
          for (int product = 0; product < RulesWriters.PRODUCTS; product++) {
            transaction.put("product", Tuple.of(product), Map.of("stock", 0, "past", List.of()));
          }
          return true;
        });
  }

  private static void write(Store store, Path file, long seed) throws Exception {
    new RulesWriters(store, Journal.appending(file), "survivor").run(~seed, WRITES);
  }

  private static void killLater(Process process, Path file) {
    try {
      Journal.await(process, file, RulesTrial::answers, ANSWERS_BEFORE_THE_KILL);
    } catch (InterruptedException failure) {
      throw new IllegalStateException(failure);
    } finally {
      process.destroyForcibly();
    }
  }

  private static long answers(Path file) {
    return Journal.lines(file).stream()
        .filter(line -> line.get(0).equals("answer") && line.get(1).startsWith("killed"))
        .count();
  }

  /** One write does not delete that many; several writes do. */
  private static void deleteManyInSteps(Store store) {
    Tuple customer = Tuple.of(LARGE_CUSTOMER);
    for (int first = 0; first < LARGE; first += ROWS_A_WRITE) {
      int from = first;
      store.write(
          transaction -> {
            transaction.put("customer", customer, Map.of("email", "large@example.org"));
            transaction.put("place", Tuple.of(LARGE_CUSTOMER), Map.of());
            for (int number = from; number < from + ROWS_A_WRITE; number++) {
              transaction.put(
                  "order",
                  Tuple.of("large-" + number),
                  RulesWriters.values(LARGE_CUSTOMER, LARGE_CUSTOMER, 0, 1));
            }
            return true;
          });
    }
    try {
      store.write(transaction -> transaction.delete("customer", customer));
      throw new AssertionError("one write has deleted more rows than it may");
    } catch (ReferenceException refusal) {
      assertThat(refusal.reason()).isEqualTo(ReferenceException.Reason.TOO_MANY);
    }
    assertThat(store.deleteCascading("customer", customer)).isTrue();
    boolean shut =
        store.write(transaction -> transaction.delete("place", Tuple.of(LARGE_CUSTOMER)));
    assertThat(shut).isTrue();
  }
}
