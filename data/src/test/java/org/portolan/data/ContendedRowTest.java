package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/** Writes of one process that contend for a row, by real threads. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ContendedRowTest {
  private static final Tuple HOT = Tuple.of("hot");
  private static final int THREADS = 8;

  @TempDir private Path directory;

  private Store store() {
    Store store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"),
            DesignReader.read(
                """
                format: 1
                design: contended
                entities:
                  counted:
                    key: {name: text}
                    families:
                      main: {value: {type: long, min: 0}, last: text}
                """,
                "contended"));
    store.write(
        transaction -> {
          transaction.put("counted", HOT, Map.of("value", 0L));
          return null;
        });
    return store;
  }

  private static void inThreads(Callable<?> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        done.add(threads.submit(work));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static long value(Store store) {
    return store.get("counted", HOT, Columns.ALL).orElseThrow().longValue("value");
  }

  @Test
  void functions_ofAGroup_runInTheThreadsOfTheirCallers() throws Exception {
    try (Store store = store()) {
      AtomicInteger elsewhere = new AtomicInteger();
      inThreads(
          () -> {
            Thread caller = Thread.currentThread();
            for (int number = 0; number < 200; number++) {
              store.write(
                  transaction -> {
                    if (Thread.currentThread() != caller) {
                      elsewhere.incrementAndGet();
                    }
                    return transaction.add("counted", HOT, "value", 1);
                  });
            }
            return null;
          });
      assertThat(elsewhere).hasValue(0);
      assertThat(value(store)).isEqualTo(THREADS * 200L);
      assertThat(store.conflicts().groups().writes()).isPositive();
      assertThat(store.conflicts().commits()).isEqualTo(1 + THREADS * 200L);
    }
  }

  @Test
  void results_areThoseOfWritesOneAfterTheOther() throws Exception {
    try (Store store = store()) {
      List<Long> results = Collections.synchronizedList(new ArrayList<>());
      inThreads(
          () -> {
            for (int number = 0; number < 200; number++) {
              results.add(
                  store.write(
                      transaction -> transaction.add("counted", HOT, "value", 1).orElseThrow()));
            }
            return null;
          });
      assertThat(results).doesNotHaveDuplicates().hasSize(THREADS * 200);
    }
  }

  /**
   * Some callers hold a lock while they write, and the functions of others want it. So the leader
   * of a group may wait for the function of a member that waits for the leader's caller.
   */
  @Test
  void functions_thatWantALockOfOtherCallers_endAll() throws Exception {
    try (Store store = store()) {
      ReentrantLock lock = new ReentrantLock();
      AtomicInteger numbers = new AtomicInteger();
      inThreads(
          () -> {
            boolean outside = numbers.incrementAndGet() % 2 == 0;
            for (int number = 0; number < 10; number++) {
              if (outside) {
                lock.lock();
              }
              try {
                store.write(
                    transaction -> {
                      if (!outside) {
                        lock.lock();
                      }
                      try {
                        return transaction.add("counted", HOT, "value", 1);
                      } finally {
                        if (!outside) {
                          lock.unlock();
                        }
                      }
                    });
              } finally {
                if (outside) {
                  lock.unlock();
                }
              }
            }
            return null;
          });
      assertThat(value(store)).isEqualTo(THREADS * 10L);
    }
  }

  @Test
  void callers_thatAreInterrupted_leaveTheOthersTheirWrites() throws Exception {
    try (Store store = store()) {
      AtomicInteger made = new AtomicInteger();
      inThreads(
          () -> {
            for (int number = 0; number < 100; number++) {
              if (number % 10 == 0) {
                Thread.currentThread().interrupt();
              }
              try {
                store.write(transaction -> transaction.add("counted", HOT, "value", 1));
                made.incrementAndGet();
              } catch (InterruptedWaitException e) {
                // It changed nothing.
              } finally {
                Thread.interrupted();
              }
            }
            return null;
          });
      assertThat(value(store)).isEqualTo(made.get());
    }
  }

  @Test
  void functionsThatFail_spoilNoOther() throws Exception {
    try (Store store = store()) {
      AtomicInteger refused = new AtomicInteger();
      inThreads(
          () -> {
            for (int number = 0; number < 100; number++) {
              boolean fails = number % 7 == 0;
              try {
                store.write(
                    transaction -> {
                      transaction.add("counted", HOT, "value", 1);
                      if (fails) {
                        throw new IllegalStateException("refused");
                      }
                      return null;
                    });
              } catch (IllegalStateException e) {
                assertThat(e).hasMessage("refused");
                refused.incrementAndGet();
              }
            }
            return null;
          });
      assertThat(refused).hasValue(THREADS * 15);
      assertThat(value(store)).isEqualTo(THREADS * 85L);
    }
  }
}
