package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A reentrant lock between threads of a simulation. A dead process gives up its locks. */
public final class SimulatedLock implements Lock {
  private final Scheduler scheduler;
  private final List<SimulatedThread> waiters = new ArrayList<>();
  private SimulatedThread owner;
  private int depth;

  SimulatedLock(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public void lock() {
    while (!tryLock()) {
      scheduler.await(waiters, Long.MAX_VALUE, false);
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    while (!tryLock()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      scheduler.await(waiters, Long.MAX_VALUE, true);
    }
  }

  @Override
  public boolean tryLock() {
    SimulatedThread self = scheduler.current();
    if (owner != null && owner != self) {
      return false;
    }
    owner = self;
    depth++;
    return true;
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    long until = scheduler.nowNanos() + unit.toNanos(time);
    while (!tryLock()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (scheduler.nowNanos() >= until) {
        return false;
      }
      scheduler.await(waiters, until, true);
    }
    return true;
  }

  @Override
  public void unlock() {
    if (owner != scheduler.current()) {
      throw new IllegalMonitorStateException("held by " + owner);
    }
    if (--depth == 0) {
      owner = null;
      scheduler.wakeAll(waiters);
    }
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("wait for a signal of the runtime instead");
  }
}
