package org.portolan.data.history;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.data.MachineRuntime;
import org.portolan.data.StoreRuntime;

/** This machine's runtime, whose waits put both clocks forward and take no time. Thread-safe. */
final class HurriedRuntime extends MachineRuntime {
  private final AtomicLong passedNanos = new AtomicLong();

  private volatile Runnable meanwhile = () -> {};

  /** Lets something happen during each wait. */
  void whileWaiting(Runnable newMeanwhile) {
    meanwhile = newMeanwhile;
  }

  @Override
  public long wallMillis() {
    return machine.wallMillis() + Duration.ofNanos(passedNanos.get()).toMillis();
  }

  @Override
  public long monotonicNanos() {
    return machine.monotonicNanos() + passedNanos.get();
  }

  @Override
  public void sleep(Duration wait) {
    passedNanos.addAndGet(wait.toNanos());
    meanwhile.run();
  }

  @Override
  public StoreRuntime withWallClock(InstantSource clock) {
    throw new UnsupportedOperationException("its waits move its own clock");
  }
}
