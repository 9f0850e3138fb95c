package org.portolan.bench.endurance;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.endurance.Seen.Checked;
import org.portolan.bench.endurance.Seen.Swept;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.data.SweepResult;
import org.portolan.engine.StoreException;

/**
 * Sweeps and checks at their times, each in a separate thread.
 *
 * <p>Sweeps have their own store object, unless only one process can open the store: a check begins
 * with a pass over all rows, and a store object makes one pass at a time. With a shared object the
 * time of each would include its wait for the other.
 */
final class Watch implements AutoCloseable {
  /** The default interval at which a store sweeps by itself. */
  private static final Duration SWEEP_EVERY = Duration.ofSeconds(15);

  private final Store store;
  private final Store sweeping;
  private final Seen seen;
  private final Consumer<Swept> swept;
  private final long begin;
  private final Thread sweeper;
  private Thread checker;
  private volatile boolean closed;

  /**
   * Begins the sweeps.
   *
   * @param store is checked, and stays open
   * @param seen records checks and failures
   * @param swept receives the sweeps, in another thread
   */
  Watch(Store store, Seen seen, Consumer<Swept> swept) {
    this.store = store;
    this.seen = seen;
    this.swept = swept;
    this.sweeping = store.local() ? store : Stores.open(store.uri(), LoadClient.OPTIONS);
    this.begin = System.nanoTime();
    this.sweeper = started("sweeps", this::sweep);
  }

  private static Thread started(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Records a store that does not answer in time as trouble; the run goes on. */
  private void guarded(String what, Runnable work) {
    try {
      work.run();
    } catch (StoreException e) {
      seen.troubles.add(what + " failed: " + e.getMessage());
    }
  }

  /** Returns the seconds since this object was made. */
  double seconds() {
    return (System.nanoTime() - begin) / 1e9;
  }

  private void sweep() {
    try {
      while (!closed) {
        double at = seconds();
        guarded(
            "a sweep",
            () -> {
              SweepResult result = sweeping.sweep();
              swept.accept(new Swept(at, (seconds() - at) * 1e3, result));
            });
        TimeUnit.MILLISECONDS.sleep(
            Math.max(0, (long) ((at - seconds()) * 1e3) + SWEEP_EVERY.toMillis()));
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  /** Checks the store, beside any other work, and keeps the result. */
  void check(String when) {
    double at = seconds();
    StoreCheck.Result result = store.check(StoreCheck.Options.REPORT).run(any -> {}, any -> {});
    seen.checks.add(new Checked(when, at, seconds() - at, result));
  }

  /** Begins a check in a separate thread. */
  void beginCheck(String when) {
    checker = started("check", () -> guarded("a check", () -> check(when)));
  }

  /** Waits for a check under way and ends the sweeps; {@link #check} can still be called. */
  @Override
  public void close() {
    closed = true;
    try {
      if (checker != null) {
        checker.join();
      }
      sweeper.interrupt();
      sweeper.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    } finally {
      if (sweeping != store) {
        sweeping.close();
      }
    }
  }
}
