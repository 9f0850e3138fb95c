package org.portolan.data.simulation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;
import org.portolan.data.StoreRuntime;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedProcess;
import org.portolan.engine.simulated.SimulatedSignal;
import org.portolan.engine.simulated.SimulatedThread;

/** The machine as a simulated process sees it. */
final class SimulatedRuntime implements StoreRuntime {
  private final Scheduler scheduler;
  private final SimulatedProcess process;
  private final Choices choices;
  private final Map<SimulatedThread, RandomGenerator> chances = new HashMap<>();

  SimulatedRuntime(Scheduler scheduler, SimulatedProcess process, Choices choices) {
    this.scheduler = scheduler;
    this.process = process;
    this.choices = choices;
  }

  @Override
  public long wallMillis() {
    return process.wallMillis();
  }

  @Override
  public long monotonicNanos() {
    return process.monotonicNanos();
  }

  @Override
  public RandomGenerator random() {
    return chances.computeIfAbsent(
        scheduler.current(), thread -> choices.of("chances " + chances.size() + " of " + thread));
  }

  @Override
  public void sleep(Duration wait) throws InterruptedException {
    SimulatedSignal.sleep(scheduler, wait);
  }

  @Override
  public Lock newLock() {
    return scheduler.lock();
  }

  @Override
  public Signal newSignal() {
    SimulatedSignal signal = new SimulatedSignal(scheduler);
    return new Signal() {
      @Override
      public void give() {
        signal.give();
      }

      @Override
      public boolean await(Duration wait) throws InterruptedException {
        return signal.await(wait);
      }
    };
  }

  @Override
  public BackgroundThread start(String name, Runnable body) {
    SimulatedThread thread = scheduler.start(process, name, body);
    return new BackgroundThread() {
      @Override
      public void join() {
        SimulatedSignal.join(scheduler, thread);
      }

      @Override
      public void interrupt() {
        scheduler.interrupt(thread);
      }
    };
  }

  @Override
  public String processName() {
    return process.name();
  }

  @Override
  public StoreRuntime withWallClock(InstantSource clock) {
    throw new UnsupportedOperationException("the simulation decides what time it is");
  }
}
