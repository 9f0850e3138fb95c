package org.portolan.engine.ignite;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Lets calls in until it is closed; closing waits for the running calls. Thread-safe. */
final class Gate {
  private final String store;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;

  Gate(String store) {
    this.store = store;
  }

  /**
   * Enters; call {@link #leave} afterwards.
   *
   * @throws IllegalStateException if it is closed
   */
  void enter() {
    lock.readLock().lock();
    if (closed) {
      lock.readLock().unlock();
      throw new IllegalStateException("the store " + store + " is closed");
    }
  }

  void leave() {
    lock.readLock().unlock();
  }

  /** Closes the gate; returns whether it was open until now. */
  boolean close() {
    lock.writeLock().lock();
    try {
      boolean first = !closed;
      closed = true;
      return first;
    } finally {
      lock.writeLock().unlock();
    }
  }
}
