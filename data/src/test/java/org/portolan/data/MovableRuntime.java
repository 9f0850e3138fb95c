package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/**
 * This machine's runtime with a monotonic clock that can be put forward. All processes of a test
 * share this clock; each has a separate wall clock. Waits are real. Thread-safe.
 */
public final class MovableRuntime implements StoreRuntime {
  private final StoreRuntime machine = StoreRuntime.system();
  private final AtomicLong passedNanos;
  private final InstantSource wallClock;

  public MovableRuntime(InstantSource wallClock) {
    this(new AtomicLong(), wallClock);
  }

  private MovableRuntime(AtomicLong passedNanos, InstantSource wallClock) {
    this.passedNanos = passedNanos;
    this.wallClock = wallClock;
  }

  /** Puts the monotonic clock forward, not the wall clocks. */
  public void pass(Duration time) {
    passedNanos.addAndGet(time.toNanos());
  }

  @Override
  public long wallMillis() {
    return wallClock.millis();
  }

  @Override
  public long monotonicNanos() {
    return machine.monotonicNanos() + passedNanos.get();
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
  public BackgroundThread start(String name, Runnable body) {
    return machine.start(name, body);
  }

  @Override
  public String processName() {
    return machine.processName();
  }

  @Override
  public StoreRuntime withWallClock(InstantSource clock) {
    return new MovableRuntime(passedNanos, clock);
  }
}
