package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.ConstraintException;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.ReferenceException;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;

/**
 * Random histories over random designs, each from a seed, which is in the test's name. {@code
 * -Dportolan.history.seeds=1000} runs more histories, {@code -Dportolan.history.first=5000} begins
 * at another seed.
 */
class HistoryTest {
  private static final int SEEDS = Integer.getInteger("portolan.history.seeds", 18);
  private static final int FIRST = Integer.getInteger("portolan.history.first", 0);
  private static final int TRANSACTIONS = 100;

  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);

  @TempDir Path directory;

  /** Thrown on purpose; a separate class, so that no other failure is taken for it. */
  private static final class Abort extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @TestFactory
  Stream<DynamicTest> randomHistory_anyDesign_readsAsItsModel() {
    return IntStream.range(FIRST, FIRST + SEEDS)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> new Run(seed).run()));
  }

  private final class Run {
    private final Design design;
    private final Random random;
    private final RandomOperations operations;
    private final String uri;
    private Model model;
    private Store store;

    Run(int seed) {
      design = BoundedDesign.of(seed);
      random = new Random(~seed);
      operations = new RandomOperations(design, random);
      model = new Model(design);
      uri = "rocksdb:" + directory.resolve("seed-" + seed);
    }

    void run() {
      assertThat(DesignReader.problems(design)).isEmpty();
      store = Stores.openOrCreate(uri, design);
      try {
        for (int number = 0; number < TRANSACTIONS; number++) {
          write();
          between();
          if (random.nextInt(8) == 0) {
            new Comparison(store, model, random).everything();
          }
        }
        new Comparison(store, model, random).everything();
        check();
        store.mergeDeltas();
        new Comparison(store, model, random).everything();
        check();
        assertThat(store.mergeDeltas()).as("changes left after a merge").isZero();
      } finally {
        store.close();
      }
    }

    private void between() {
      switch (random.nextInt(120)) {
        case 0 -> {
          store.close();
          store = random.nextBoolean() ? Stores.open(uri) : Stores.openOrCreate(uri, design);
        }
        case 1, 2, 3 -> store.mergeDeltas();
        case 4, 5, 6 -> check();
        case 7, 8, 9, 10, 11, 12, 13, 14, 15 ->
            new Comparison(store, model, random)
                .pagesBetweenWrites(
                    design.entity(RandomDesign.DOCUMENT).get(),
                    () -> {
                      write();
                      return model;
                    });
        default -> {}
      }
    }

    private void write() {
      List<Operation> transaction = operations.transaction();
      Durability durability = random.nextInt(20) == 0 ? Durability.SYNCED : Durability.BUFFERED;
      if (random.nextInt(6) == 0) {
        abort(durability, transaction);
        return;
      }
      Model before = model;
      Model expected = model.copy();
      transaction.forEach(operation -> operation.apply(expected));
      boolean referring = expected.settle(model);
      boolean refused = false;
      try {
        model =
            store.write(
                durability,
                attempt -> {
                  Model after = model.copy();
                  transaction.forEach(operation -> operation.apply(attempt, after));
                  return after;
                });
        assertThat(model.settle(before)).as("whether rows refer to rows that are there").isTrue();
      } catch (DuplicateValueException | ReferenceException e) {
        refused = true;
      } catch (ConstraintException e) {
        assertThat(expected.isOutOfBounds()).as("whether %s: %s", transaction, e).isTrue();
        refused = true;
      }
      assertThat(refused)
          .as("whether %s is refused", transaction)
          .isEqualTo(expected.isOutOfBounds() || !referring || expected.hasDuplicates());
    }

    private void abort(Durability durability, List<Operation> transaction) {
      Model whole = model.copy();
      transaction.forEach(operation -> operation.apply(whole));
      try {
        store.write(
            durability,
            attempt -> {
              Model after = model.copy();
              transaction.forEach(operation -> operation.apply(attempt, after));
              throw new Abort();
            });
        throw new AssertionError("an exception of the work must come out of the write");
      } catch (Abort expected) {
        // No read may show it; the following comparisons check this.
        assertThat(whole.isOutOfBounds()).as("whether %s", transaction).isFalse();
      } catch (ConstraintException refusal) {
        assertThat(whole.isOutOfBounds()).as("whether %s", transaction).isTrue();
      }
    }

    private void check() {
      StoreCheck.Result result =
          store
              .check(CHECK)
              .run(
                  finding -> {
                    throw new AssertionError("the check finds " + finding);
                  },
                  looked -> {});
      assertThat(result.missing() + result.dangling()).isZero();
      assertThat(result.entries()).isGreaterThanOrEqualTo(entries());
    }

    private long entries() {
      return design.entities().stream()
          .flatMap(
              entity ->
                  entity.indexes().stream()
                      .flatMap(
                          index ->
                              model.values(entity, index).stream()
                                  .map(value -> model.listed(entity, index, value).size())))
          .mapToLong(Integer::longValue)
          .sum();
    }
  }
}
