package org.portolan.data;

import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/** This machine's runtime, for tests that replace its clocks or waits. Thread-safe. */
public abstract class MachineRuntime implements StoreRuntime {
  protected final StoreRuntime machine = StoreRuntime.system();

  @Override
  public RandomGenerator random() {
    return machine.random();
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
}
