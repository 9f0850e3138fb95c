package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/**
 * What a store takes from the machine besides its engine: two clocks, chance, waiting, locks,
 * threads and the name of its process. It uses nothing else of them, so a test that supplies its
 * own runtime and engine decides everything that can happen, and can repeat it. Thread-safe.
 *
 * <p>The wall clock may jump either way, and differ between processes. The monotonic clock never
 * runs backwards, but may stand still while the machine is suspended. What must notice both asks
 * {@link #stopwatch}.
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

  /** Returns a new signal, which nobody has given yet. */
  Signal newSignal();

  /**
   * Starts a thread that does not keep the process alive.
   *
   * @param name the thread's name, for people
   */
  BackgroundThread start(String name, Runnable body);

  /** Returns what this process is called, for people who look who is at a store. */
  String processName();

  /** Returns this runtime with another wall clock. */
  StoreRuntime withWallClock(InstantSource clock);

  /** Returns a stopwatch that starts now. */
  default Stopwatch stopwatch() {
    return new Stopwatch(this, wallMillis(), monotonicNanos());
  }

  /** Something to wait for. A signal given while nobody waits ends the next wait at once. */
  interface Signal {
    void give();

    /**
     * Waits for the signal and takes it.
     *
     * @param wait how long at most
     * @return whether it was given; false if the time was over first
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
   * Measures how long something took, in real time: by whichever clock says more. A machine that
   * was suspended shows it on the wall clock only; a wall clock that was put back, on the monotonic
   * one only. It may say too much, when the wall clock was put forward, and is therefore for
   * deciding that something is too late, never that it is not.
   */
  record Stopwatch(StoreRuntime runtime, long startWallMillis, long startNanos) {
    public Duration elapsed() {
      Duration monotonic = Duration.ofNanos(runtime.monotonicNanos() - startNanos);
      Duration wall = Duration.ofMillis(runtime.wallMillis() - startWallMillis);
      return monotonic.compareTo(wall) > 0 ? monotonic : wall;
    }

    /** Returns the time that passed by the monotonic clock alone: never too much. */
    public Duration elapsedMonotonic() {
      return Duration.ofNanos(runtime.monotonicNanos() - startNanos);
    }

    /** Whether more time has passed, by either clock. */
    public boolean exceeds(Duration limit) {
      return elapsed().compareTo(limit) > 0;
    }
  }
}
