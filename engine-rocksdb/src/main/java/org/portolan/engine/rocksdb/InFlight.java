package org.portolan.engine.rocksdb;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps the native store from being closed under a running call, at the cost of two uncontended
 * additions a call: a call that has entered is waited for, one that enters later sees the flag.
 */
final class InFlight {
  private static final long WAIT_NANOS = 100_000;

  private final String store;
  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();
  private volatile boolean closed;

  InFlight(String store) {
    this.store = store;
  }

  void enter() {
    if (!tryEnter()) {
      throw new IllegalStateException("the store " + store + " is closed");
    }
  }

  boolean tryEnter() {
    entered.increment();
    if (closed) {
      left.increment();
      return false;
    }
    return true;
  }

  void leave() {
    left.increment();
  }

  /** Refuses what comes from now on and waits for what is under way. */
  void close() {
    closed = true;
    while (true) {
      // Read in this order: every call that has left is then among those that entered.
      long done = left.sum();
      if (done == entered.sum()) {
        return;
      }
      LockSupport.parkNanos(WAIT_NANOS);
    }
  }
}
