package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.RowStore;

/**
 * Memory is still full when the sweeper's thread chooses its next wait, which needs memory for a
 * {@link Duration}: {@code random()} stands for that allocation, since it is on the same line.
 */
class SweeperMemoryTest {
  private final Parts parts = new Parts();
  private final CountDownLatch waits = new CountDownLatch(6);

  private final class FullMemoryRuntime implements StoreRuntime {
    @Override
    public RandomGenerator random() {
      if (Thread.currentThread().getName().equals("portolan-sweeper")) {
        waits.countDown();
        if (waits.getCount() == 3) {
          throw new OutOfMemoryError("Java heap space");
        }
      }
      return parts.runtime.random();
    }

    @Override
    public long wallMillis() {
      return parts.runtime.wallMillis();
    }

    @Override
    public long monotonicNanos() {
      return parts.runtime.monotonicNanos();
    }

    @Override
    public void sleep(Duration wait) throws InterruptedException {
      parts.runtime.sleep(wait);
    }

    @Override
    public Lock newLock() {
      return parts.runtime.newLock();
    }

    @Override
    public Signal newSignal() {
      return parts.runtime.newSignal();
    }

    @Override
    public BackgroundThread start(String name, Runnable body) {
      return StoreRuntime.system().start(name, body);
    }

    @Override
    public String processName() {
      return "test";
    }

    @Override
    public StoreRuntime withWallClock(InstantSource clock) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void thread_memoryFullAtTheNextWait_sweepsOn() throws Exception {
    RowStore store =
        new RowStore(
            parts.engine,
            parts.schema,
            parts.store.codecs(),
            parts.store.outboxes(),
            new FullMemoryRuntime(),
            parts.store.itemsTogether());
    Cleaner cleaner = parts.cleaner();
    Sweeper sweeper =
        new Sweeper(
            store,
            parts.sessions,
            parts.membership,
            new SessionRecovery(store, parts.sessions, parts.finisher, parts.intents),
            parts.finisher,
            cleaner,
            new CounterFold(store, parts.sessions),
            StoreOptions.DEFAULT.sweeping(Duration.ofMillis(10), Duration.ZERO));
    boolean wentOn = waits.await(30, TimeUnit.SECONDS);
    sweeper.close();
    cleaner.close();
    parts.close();
    assertThat(wentOn).as("the sweeper's thread chooses one wait after another").isTrue();
  }
}
