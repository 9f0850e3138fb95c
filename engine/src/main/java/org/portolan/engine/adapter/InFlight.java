package org.portolan.engine.adapter;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Prevents a store from being closed during a running call, at the cost of two uncontended
 * additions per call: closing waits for calls that have entered, and calls that enter later see the
 * flag.
 */
public final class InFlight {
  private static final long WAIT_NANOS = 100_000;

  private final String store;
  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();
  private volatile boolean closed;

  public InFlight(String store) {
    this.store = store;
  }

  /**
   * Registers a call; every call that enters must leave.
   *
   * @throws IllegalStateException if the store is closed
   */
  public void enter() {
    if (!tryEnter()) {
      throw new IllegalStateException("the store " + store + " is closed");
    }
  }

  /** Registers a call and returns true, or returns false if the store is closed. */
  public boolean tryEnter() {
    entered.increment();
    if (closed) {
      left.increment();
      return false;
    }
    return true;
  }

  public void leave() {
    left.increment();
  }

  /**
   * Refuses calls from now on and waits for running calls. An interruption does not end the wait,
   * since the store must not be closed during a call; the thread is interrupted afterwards.
   */
  public void close() {
    closed = true;
    boolean interrupted = false;
    while (true) {
      // Read in this order: every call that has left is then also counted as entered.
      long done = left.sum();
      if (done == entered.sum()) {
        break;
      }
      // An interrupted thread cannot park, and the loop would spin.
      interrupted |= Thread.interrupted();
      LockSupport.parkNanos(WAIT_NANOS);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
