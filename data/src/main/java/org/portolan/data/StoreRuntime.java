package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/**
 * The services of the machine that a store uses besides its engine: two clocks, random numbers,
 * waits, locks, threads and the name of its process. A store takes these from nowhere else, so a
 * test that supplies its own runtime and engine decides everything that can happen, and can repeat
 * it. Thread-safe.
 *
 * <p>The wall clock may jump either way, and differ between processes. The monotonic clock never
 * runs backwards, but may stand still while the machine is suspended. Code that must notice both
 * uses {@link #stopwatch}.
 */
public interface StoreRuntime {
  /** Returns the clocks, threads and random numbers of this machine. */
  static StoreRuntime system() {
    return new SystemRuntime();
  }

  /** Returns the wall clock's time in milliseconds since 1970. */
  long wallMillis();

  /** Returns the monotonic clock's time in nanoseconds since some moment. */
  long monotonicNanos();

  /** Returns a source of random numbers for the calling thread. */
  RandomGenerator random();

  /**
   * Waits.
   *
   * @throws InterruptedException if the thread was interrupted, before or while it waits
   */
  void sleep(Duration wait) throws InterruptedException;

  /** Returns a new lock that one thread holds at a time; it may be held during calls of engines. */
  Lock newLock();

  /** Returns a new signal, not given yet. */
  Signal newSignal();

  /**
   * Starts a thread that does not keep the process alive.
   *
   * @param name the thread's name, for people
   */
  BackgroundThread start(String name, Runnable body);

  /** Returns the name of this process, for the list of a store's processes. */
  String processName();

  /** Returns this runtime with another wall clock. */
  StoreRuntime withWallClock(InstantSource clock);

  /** Returns a stopwatch that starts now. */
  default Stopwatch stopwatch() {
    return new Stopwatch(this, wallMillis(), monotonicNanos());
  }

  /** An event to wait for. A signal given while no thread waits ends the next wait at once. */
  interface Signal {
    void give();

    /**
     * Waits for the signal and takes it.
     *
     * @param wait the longest time to wait
     * @return whether the signal was given before the time was over
     * @throws InterruptedException if the thread was interrupted, before or while it waits
     */
    boolean await(Duration wait) throws InterruptedException;
  }

  /** A thread that was started. */
  interface BackgroundThread {
    /** Waits, uninterruptibly, until the thread has ended; keeps the interrupt status. */
    void join();

    /** Interrupts the thread. */
    void interrupt();
  }

  /**
   * Measures how long something took, in real time, by the clock that shows more. If the machine
   * was suspended, the monotonic clock may show too little. If the wall clock was put back, it
   * shows too little. If the wall clock was put forward, the stopwatch shows too much. So use it to
   * decide that something is too late, never that it is in time.
   */
  record Stopwatch(StoreRuntime runtime, long startWallMillis, long startNanos) {
    public Duration elapsed() {
      Duration monotonic = Duration.ofNanos(runtime.monotonicNanos() - startNanos);
      Duration wall = Duration.ofMillis(runtime.wallMillis() - startWallMillis);
      return monotonic.compareTo(wall) > 0 ? monotonic : wall;
    }

    /** Returns the time that passed by the monotonic clock alone; it is never too long. */
    public Duration elapsedMonotonic() {
      return Duration.ofNanos(runtime.monotonicNanos() - startNanos);
    }

    /** Returns whether more time has passed by either clock. */
    public boolean exceeds(Duration limit) {
      return elapsed().compareTo(limit) > 0;
    }
  }
}
