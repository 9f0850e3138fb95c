package org.portolan.engine.simulated;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A signal to wait for. If it is given while no thread waits, it ends the next wait at once. */
public final class SimulatedSignal {
  private final Scheduler scheduler;
  private final List<SimulatedThread> waiters = new ArrayList<>();
  private boolean given;

  public SimulatedSignal(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  public void give() {
    given = true;
    scheduler.wakeAll(waiters);
  }

  /** Waits for the signal and takes it; returns whether it was given in time. */
  public boolean await(Duration wait) throws InterruptedException {
    long now = scheduler.nowNanos();
    long nanos = wait.compareTo(Duration.ofDays(10_000)) > 0 ? Long.MAX_VALUE : wait.toNanos();
    long until = nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos;
    while (true) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (given) {
        given = false;
        return true;
      }
      if (scheduler.nowNanos() >= until) {
        return false;
      }
      scheduler.await(waiters, until, true);
    }
  }

  /** Lets the running thread sleep. */
  public static void sleep(Scheduler scheduler, Duration wait) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long until = scheduler.nowNanos() + wait.toNanos();
    do {
      scheduler.await(new ArrayList<>(), until, true);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    } while (scheduler.nowNanos() < until);
  }

  /** Waits until a thread has ended. */
  public static void join(Scheduler scheduler, SimulatedThread thread) {
    while (!thread.ended()) {
      scheduler.await(thread.joiners, Long.MAX_VALUE, false);
    }
  }
}
