package org.portolan.data.history;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;
import org.portolan.data.StoreRuntime;

/** This machine's runtime, whose waits put both clocks forward and take no time. Thread-safe. */
final class HurriedRuntime implements StoreRuntime {
  private final StoreRuntime machine = StoreRuntime.system();
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
  public RandomGenerator random() {
    return machine.random();
  }

  @Override
  public void sleep(Duration wait) {
    passedNanos.addAndGet(wait.toNanos());
    meanwhile.run();
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
    throw new UnsupportedOperationException("its waits move its own clock");
  }
}
