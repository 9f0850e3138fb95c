package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
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
  private volatile boolean interrupting;

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

  @Override
  public void sleep(Duration wait) throws InterruptedException {
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

  @Override
  public Signal newSignal() {
    return machine.newSignal();
  }

  @Override
  public BackgroundThread start(String name, Runnable body) {
    return machine.start(name, body);
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
