package org.portolan.bench.load;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;

/**
 * A clock that stands still while any thread works and then moves to the next moment for which a
 * thread waits, so measurements are exact. The clock must know every thread that waits for it; it
 * knows the thread that made it.
 */
final class VirtualClock implements Clock {
  private final PriorityQueue<Waiter> waiters =
      new PriorityQueue<>(
          Comparator.comparingLong((Waiter waiter) -> waiter.until)
              .thenComparingLong(waiter -> waiter.turn));
  private long now = 1_000_000_007;
  private int working = 1;
  private long turns;

  private static final class Waiter {
    private final long until;
    private final long turn;
    private boolean due;

    private Waiter(long until, long turn) {
      this.until = until;
      this.turn = turn;
    }
  }

  /** Returns threads that this clock knows while they run. */
  ThreadFactory threads() {
    return task -> {
      enter();
      Thread thread =
          new Thread(
              () -> {
                try {
                  task.run();
                } finally {
                  leave();
                }
              },
              "virtual time");
      thread.setDaemon(true);
      return thread;
    };
  }

  private synchronized void enter() {
    working++;
  }

  private synchronized void leave() {
    working--;
    goOn();
  }

  @Override
  public synchronized long nanos() {
    return now;
  }

  @Override
  public synchronized void waitUntil(long nanos, BooleanSupplier stopped) {
    if (nanos <= now || stopped.getAsBoolean()) {
      return;
    }
    Waiter waiter = new Waiter(nanos, turns++);
    waiters.add(waiter);
    working--;
    goOn();
    while (!waiter.due) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted in virtual time", e);
      }
    }
  }

  /** Lets time pass, like an operation that takes this long. */
  void pass(long nanos) {
    waitUntil(nanos() + nanos, () -> false);
  }

  private void goOn() {
    if (working == 0 && !waiters.isEmpty()) {
      Waiter next = waiters.poll();
      now = next.until;
      next.due = true;
      working++;
      notifyAll();
    }
  }
}
