package org.portolan.testkit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;
import org.portolan.data.StoreRuntime;
import org.portolan.engine.fixture.ClientKilledError;

/**
 * The runtime of one process of a test: this machine's, with clocks that can be moved. It knows the
 * threads that the store has started. Waits are real. Thread-safe.
 */
final class ProcessRuntime implements StoreRuntime {
  private final StoreRuntime machine = StoreRuntime.system();
  private final String name;
  private final AtomicLong advancedNanos;
  private final AtomicLong skewMillis;
  private final InstantSource wallClock;
  private final Threads threads;

  /** The threads of the process that run. */
  private static final class Threads {
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private final List<BackgroundThread> started = new ArrayList<>();

    synchronized void add(BackgroundThread thread) {
      started.add(thread);
    }

    synchronized List<BackgroundThread> started() {
      return List.copyOf(started);
    }
  }

  /**
   * @param name of the process, for people
   * @param advancedNanos how far the clocks of all processes are ahead of this machine's
   */
  ProcessRuntime(String name, AtomicLong advancedNanos) {
    this(name, advancedNanos, new AtomicLong(), InstantSource.system(), new Threads());
  }

  private ProcessRuntime(
      String name,
      AtomicLong advancedNanos,
      AtomicLong skewMillis,
      InstantSource wallClock,
      Threads threads) {
    this.name = name;
    this.advancedNanos = advancedNanos;
    this.skewMillis = skewMillis;
    this.wallClock = wallClock;
    this.threads = threads;
  }

  /** Sets how far the wall clock of this process alone is ahead. */
  void skew(Duration ahead) {
    skewMillis.set(ahead.toMillis());
  }

  /** Whether the store has started this thread. */
  boolean isBackground(Thread thread) {
    return threads.running.contains(thread);
  }

  int runningThreads() {
    return threads.running.size();
  }

  /** Ends the threads that a killed process has left, and waits for their end. */
  void endThreads() {
    threads.started().forEach(BackgroundThread::interrupt);
    threads.started().forEach(BackgroundThread::join);
  }

  @Override
  public long wallMillis() {
    return wallClock.millis() + advancedNanos.get() / 1_000_000 + skewMillis.get();
  }

  @Override
  public long monotonicNanos() {
    return machine.monotonicNanos() + advancedNanos.get();
  }

  @Override
  public RandomGenerator random() {
    return machine.random();
  }

  @Override
  public void sleep(Duration wait) throws InterruptedException {
    machine.sleep(wait);
  }

  @Override
  public Lock newLock() {
    return machine.newLock();
  }

  @Override
  public Signal newSignal() {
    return machine.newSignal();
  }

  @Override
  public BackgroundThread start(String threadName, Runnable body) {
    BackgroundThread thread =
        machine.start(
            threadName,
            () -> {
              threads.running.add(Thread.currentThread());
              try {
                body.run();
              } catch (ClientKilledError dead) {
                // The thread ends with its process.
              } finally {
                threads.running.remove(Thread.currentThread());
              }
            });
    threads.add(thread);
    return thread;
  }

  @Override
  public String processName() {
    return name;
  }

  @Override
  public StoreRuntime withWallClock(InstantSource clock) {
    return new ProcessRuntime(name, advancedNanos, skewMillis, clock, threads);
  }
}
