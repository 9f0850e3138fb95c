package org.portolan.bench.system;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;

/**
 * The clients of a load, each a process in its place. A client that is killed is replaced at once;
 * one that ends by itself is replaced after a pause, and after {@value #FAILURES_MAX} failures
 * without a line in between the load counts as broken. Thread-safe.
 */
public final class ClientProcesses implements AutoCloseable {
  /** The beginning of each line that a client prints for the {@link Listener}. */
  public static final String LINE = "client ";

  /** The last line of a client that was stopped. */
  public static final String END = "end";

  private static final int FAILURES_MAX = 20;

  private final LongFunction<ChildProcess> starter;
  private final Duration pause;
  private final Listener listener;
  private final List<Thread> threads = new ArrayList<>();
  private final ChildProcess[] running;
  private final AtomicLong started = new AtomicLong();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** The failures of each client since its last line; only its thread counts them. */
  private final int[] failures;

  /** The clients that were killed last, by their places. */
  private final ChildProcess[] killed;

  private long kills;

  /** Hears the clients, in a thread for each place. */
  public interface Listener {
    /** A client has printed a line, which comes without {@link #LINE}. */
    void line(String line);

    /** A client ended by itself and is replaced. */
    void trouble(String message);

    /** A client ended by itself again and again, and is not replaced any more. */
    void broken(String why, RuntimeException cause);
  }

  /**
   * @param starter starts a client, which ends when its input does; receives the number of the
   *     start, from 1
   * @param pause before a client that ended by itself is replaced
   */
  public ClientProcesses(
      int count, LongFunction<ChildProcess> starter, Duration pause, Listener listener) {
    this.starter = starter;
    this.pause = pause;
    this.listener = listener;
    this.running = new ChildProcess[count];
    this.killed = new ChildProcess[count];
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
        listener.trouble("a client ended by itself: " + e.getMessage());
        failures[place]++;
        if (failures[place] == FAILURES_MAX) {
          listener.broken(
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
    ChildProcess child = starter.apply(started.incrementAndGet());
    running[place] = child;
    if (closed()) {
      child.endInput();
    }
    return child;
  }

  private void hear(int place, ChildProcess child) {
    for (String line = child.await(LINE); !line.equals(END); line = child.await(LINE)) {
      failures[place] = 0;
      listener.line(line);
    }
  }

  private synchronized boolean wasKilled(int place) {
    return killed[place] != null && killed[place] == running[place];
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

  /** Kills the client in a place. While none runs there, this neither kills nor counts. */
  public synchronized void kill(int place) {
    ChildProcess child = running[place];
    if (child != null && child.isAlive()) {
      kills++;
      killed[place] = child;
      child.kill();
    }
  }

  public synchronized long kills() {
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
