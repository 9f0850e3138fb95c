package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A runtime whose clocks stand still until a test moves them; a sleep moves both and takes no time.
 * Signals and threads are this machine's. Thread-safe.
 */
public final class StillRuntime implements StoreRuntime {
  private final StoreRuntime machine = StoreRuntime.system();
  private final AtomicLong wallMillis;
  private final AtomicLong nanos = new AtomicLong();
  private final Random random = new Random(1);
  private final Set<String> withheld = ConcurrentHashMap.newKeySet();
  private final List<Duration> waits = new CopyOnWriteArrayList<>();
  private final Semaphore waitsBegun = new Semaphore(0);
  private volatile boolean interrupting;
  private volatile boolean signalsAlone;
  private volatile Consumer<Duration> beforeSleep = wait -> {};

  public StillRuntime(long wallMillis) {
    this.wallMillis = new AtomicLong(wallMillis);
  }

  /** Moves both clocks. */
  public void pass(Duration time) {
    passMonotonic(time);
    moveWall(time);
  }

  /** Moves the monotonic clock alone. */
  public void passMonotonic(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** Moves the wall clock alone. */
  public void moveWall(Duration time) {
    wallMillis.addAndGet(time.toMillis());
  }

  @Override
  public long wallMillis() {
    return wallMillis.get();
  }

  @Override
  public long monotonicNanos() {
    return nanos.get();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  /** Lets the next sleep end by an interruption. */
  public void interruptNextSleep() {
    interrupting = true;
  }

  /** Does something before each sleep. */
  public void beforeSleep(Runnable work) {
    beforeSleep = wait -> work.run();
  }

  /** Does something before each sleep, whose length it is told. */
  public void beforeSleepOf(Consumer<Duration> work) {
    beforeSleep = work;
  }

  @Override
  public void sleep(Duration wait) throws InterruptedException {
    beforeSleep.accept(wait);
    if (interrupting) {
      interrupting = false;
      throw new InterruptedException("as the test wanted");
    }
    pass(wait);
  }

  @Override
  public Lock newLock() {
    return machine.newLock();
  }

  /**
   * Lets waits for signals end only by a signal, since no time passes, unless they are for no time;
   * notes the length of each wait.
   */
  public void waitForSignalsAlone() {
    signalsAlone = true;
  }

  /** Returns the intended length of each wait for a signal since {@link #waitForSignalsAlone}. */
  public List<Duration> waits() {
    return waits;
  }

  /** Returns once this many of these waits have begun; fails after a minute. */
  public void awaitWaits(int count) throws InterruptedException {
    if (!waitsBegun.tryAcquire(count, 1, TimeUnit.MINUTES)) {
      throw new AssertionError("fewer than " + count + " waits have begun: " + waits);
    }
    waitsBegun.release(count);
  }

  @Override
  public Signal newSignal() {
    Signal signal = machine.newSignal();
    return new Signal() {
      @Override
      public void give() {
        signal.give();
      }

      @Override
      public boolean await(Duration wait) throws InterruptedException {
        if (!signalsAlone) {
          return signal.await(wait);
        }
        waits.add(wait);
        waitsBegun.release();
        if (wait.isZero()) {
          return signal.await(wait);
        }
        while (!signal.await(Duration.ofMinutes(1))) {
          // No time has passed.
        }
        return true;
      }
    };
  }

  /** Keeps threads of a name from starting from now on: the test does their work. */
  public void withhold(String name) {
    withheld.add(name);
  }

  @Override
  public BackgroundThread start(String name, Runnable body) {
    return machine.start(name, withheld.contains(name) ? () -> {} : body);
  }

  @Override
  public StoreRuntime withWallClock(InstantSource clock) {
    throw new UnsupportedOperationException("the wall clock is this runtime's own");
  }

  @Override
  public String processName() {
    return "test";
  }
}
