package org.portolan.bench.endurance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;
import org.portolan.bench.endurance.LoadClient.Told;
import org.portolan.bench.system.ChildProcess;

/**
 * All clients, each a process. The last one can be killed; a new client then takes its place. A
 * client that ends by itself is replaced after a pause, and after {@value #FAILURES_MAX} failures
 * without a report in between the load counts as broken. Thread-safe.
 */
final class Clients implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(5);
  private static final int FAILURES_MAX = 20;

  private final LongFunction<ChildProcess> starter;
  private final Duration pause;
  private final Consumer<Told> told;
  private final Seen seen;
  private final List<Thread> threads = new ArrayList<>();
  private final ChildProcess[] running;
  private final AtomicLong seeds = new AtomicLong();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** The failures of each client since its last report; only its thread counts them. */
  private final int[] failures;

  private ChildProcess killed;
  private long kills;

  /**
   * @param starter starts a {@link LoadClient} with a seed for its operations
   * @param pause before a client that ended by itself is replaced
   * @param told receives the reports of clients, in their threads
   * @param seen records failures, and that the load is broken
   */
  Clients(
      int count,
      LongFunction<ChildProcess> starter,
      Duration pause,
      Consumer<Told> told,
      Seen seen) {
    this.starter = starter;
    this.pause = pause;
    this.told = told;
    this.seen = seen;
    this.running = new ChildProcess[count];
    this.failures = new int[count];
    for (int place = 0; place < count; place++) {
      int of = place;
      Thread thread = new Thread(() -> keep(of), "client " + place);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  private void keep(int place) {
    while (!closed()) {
      try {
        run(place);
      } catch (RuntimeException e) {
        seen.troubles.add("a client ended by itself: " + e.getMessage());
        failures[place]++;
        if (failures[place] == FAILURES_MAX) {
          seen.broken(
              Text.format(
                  "a client ended by itself %s times in a row, at last: %s",
                  FAILURES_MAX, e.getMessage()),
              e);
          return;
        }
        pause();
      }
    }
  }

  /**
   * Runs a client until it ends.
   *
   * @throws RuntimeException if it was neither stopped nor killed
   */
  private void run(int place) {
    try (ChildProcess child = start(place)) {
      hear(place, child);
      if (!closed()) {
        throw new BenchmarkFailedException("it ended before the load");
      }
    } catch (BenchmarkFailedException e) {
      if (!wasKilled(place)) {
        throw e;
      }
    }
  }

  private synchronized ChildProcess start(int place) {
    ChildProcess child = starter.apply(seeds.incrementAndGet());
    running[place] = child;
    if (closed()) {
      child.endInput();
    }
    return child;
  }

  private void hear(int place, ChildProcess child) {
    for (String line = child.await(LoadClient.LINE);
        !line.equals(LoadClient.END);
        line = child.await(LoadClient.LINE)) {
      failures[place] = 0;
      if (line.startsWith(LoadClient.FAILURE)) {
        seen.failures.add(line.substring(LoadClient.FAILURE.length()));
      } else {
        told.accept(Told.parse(line));
      }
    }
  }

  private synchronized boolean wasKilled(int place) {
    return killed != null && killed == running[place];
  }

  private void pause() {
    try {
      closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("a pause of a client was interrupted", e);
    }
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /** Kills the last client. While none runs in its place, this neither kills nor counts. */
  synchronized void killOne() {
    ChildProcess last = running[running.length - 1];
    if (last != null && last.isAlive()) {
      kills++;
      killed = last;
      last.kill();
    }
  }

  synchronized long kills() {
    return kills;
  }

  /** Stops all clients and waits until they have ended. */
  @Override
  public void close() {
    synchronized (this) {
      closing.countDown();
      for (ChildProcess child : running) {
        if (child != null) {
          child.endInput();
        }
      }
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the wait for the end of the clients was interrupted", e);
    }
  }
}
