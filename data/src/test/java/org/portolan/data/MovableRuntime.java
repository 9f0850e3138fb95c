package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * This machine's runtime with a monotonic clock that can be put forward. All processes of a test
 * share this clock; each has a separate wall clock. Waits are real. Thread-safe.
 */
public final class MovableRuntime extends MachineRuntime {
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
  public void sleep(Duration wait) throws InterruptedException {
    machine.sleep(wait);
  }

  @Override
  public StoreRuntime withWallClock(InstantSource clock) {
    return new MovableRuntime(passedNanos, clock);
  }
}
