package org.portolan.data.survival;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.portolan.data.history.Comparison;
import org.portolan.data.history.Model;
import org.portolan.engine.fixture.FaultPlan;

/**
 * Several writers, a reader and a sweeper at one store, each a separate process that fails and dies
 * at random; then recovery, and a check of everything.
 */
final class ConcurrentHistory {
  private static final int WRITERS = 3;
  private static final int WRITES = 12;
  private static final double FAULT_SHARE = 0.06;
  private static final double KILL_SHARE = 0.5;

  /**
   * The clocks are moved forward by less in total than the time that a mutation may be under way.
   */
  private static final int FORWARDS_MAX = 40;

  private final StoreUnderTest store;
  private final long seed;
  private final Chronicle chronicle;
  private final AtomicInteger writing = new AtomicInteger(WRITERS);

  ConcurrentHistory(StoreUnderTest store, long seed) {
    this.store = store;
    this.seed = seed;
    this.chronicle = new Chronicle(store.design());
  }

  void run() throws InterruptedException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      Random random = new Random(31 * seed + writer);
      tasks.add(() -> write(random));
    }
    tasks.add(() -> read(new Random(~seed)));
    tasks.add(() -> sweep(new Random(seed ^ 0x5EED)));
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      for (Future<Void> done : threads.invokeAll(tasks)) {
        done.get();
      }
    } catch (ExecutionException failure) {
      throw new AssertionError("a process failed by " + failure.getCause(), failure.getCause());
    } finally {
      threads.shutdownNow();
    }
    store.letTimePass();
    store.recover();
    store.network().bringAll();
    store.letTimePass();
    store.recover();
    verify();
    store.letMuchTimePass();
    store.recover();
    store.letMuchTimePass();
    store.recover();
    verify();
  }

  private void verify() {
    store.requireClean();
    Model model = chronicle.model(store.observer());
    new Comparison(store.observer(), model, new Random(seed), store.keyOrder()).everything();
  }

  private FaultPlan faults(Random random) {
    return FaultPlan.random(random.nextLong(), FAULT_SHARE, KILL_SHARE);
  }

  private Void write(Random random) {
    Client client = null;
    try {
      for (int number = 0; number < WRITES; number++) {
        if (client == null || client.engine().killed()) {
          client = store.client(client, faults(random));
        }
        chronicle.write(client.store(), random);
      }
      return null;
    } finally {
      writing.decrementAndGet();
      if (client != null) {
        client.close();
      }
    }
  }

  private Void read(Random random) {
    try (Client client = store.client(FaultPlan.NONE)) {
      while (writing.get() > 0) {
        chronicle.read(client.store(), random);
      }
      return null;
    }
  }

  /** Sweeps as if writers had been slow: their writes are taken over while they are under way. */
  private Void sweep(Random random) {
    Client client = null;
    try {
      for (int forward = 0; writing.get() > 0; forward++) {
        if (forward < FORWARDS_MAX) {
          store.clock().forward(Duration.ofMillis(random.nextInt(2_500)));
        }
        client =
            client == null || client.engine().killed()
                ? store.client(client, faults(random))
                : client;
        Client sweeping = client;
        Ending.of(() -> store.recover(sweeping.store()));
      }
      return null;
    } finally {
      if (client != null) {
        client.close();
      }
    }
  }
}
