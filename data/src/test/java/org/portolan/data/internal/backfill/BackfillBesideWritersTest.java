package org.portolan.data.internal.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.fixture.FaultPlan;

/**
 * Fills indexes while processes change their rows. As soon as the backfill has ended, a check
 * beside the writers finds nothing, and neither does one after them. Seeds as in {@code
 * HistoryTest}.
 */
class BackfillBesideWritersTest {
  private static final int SEEDS = Integer.getInteger("portolan.history.seeds", 4);
  private static final int FIRST = Integer.getInteger("portolan.history.first", 0);
  private static final int WRITERS = 3;

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> backfill_besideWriters_isExact() {
    return Stream.of(GrownStore.Kind.values())
        .flatMap(
            kind ->
                IntStream.range(FIRST, FIRST + SEEDS)
                    .mapToObj(
                        seed ->
                            DynamicTest.dynamicTest(
                                kind + " seed " + seed, () -> backfill(kind, seed))));
  }

  private void backfill(GrownStore.Kind kind, int seed) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(WRITERS);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (GrownStore grown = new GrownStore(kind, directory).filled(seed)) {
      List<Future<Void>> writers = new ArrayList<>();
      try (Store one = grown.open();
          Store other = grown.open()) {
        for (int number = 0; number < WRITERS; number++) {
          Store store = number == 0 ? one : other;
          Random random = new Random(seed * 31L + number);
          writers.add(threads.submit(writer(store, random, begun, done)));
        }
        begun.await();
        try {
          IndexBackfill.Result result =
              grown.backfill(grown.client(FaultPlan.NONE), IndexBackfill.START, new ArrayList<>());
          assertThat(result.rows()).isPositive();
          assertThat(result.entries()).isPositive();
          assertThat(GrownStore.findings(one, Duration.ofMillis(50))).isEmpty();
        } finally {
          done.set(true);
          for (Future<Void> writer : writers) {
            writer.get();
          }
        }
      }
      grown.requireRight();
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Void> writer(
      Store store, Random random, CountDownLatch begun, AtomicBoolean done) {
    return () -> {
      while (!done.get()) {
        try {
          GrownStore.change(store, random);
        } catch (WriteConflictException givenUp) {
          // Its rows are as they were.
        } finally {
          begun.countDown();
        }
      }
      return null;
    };
  }
}
