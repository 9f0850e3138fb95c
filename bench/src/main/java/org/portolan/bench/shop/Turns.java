package org.portolan.bench.shop;

import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Turns of the threads of one process at the same products. Those of another process can still
 * conflict: turns save retries and decide nothing. Thread-safe.
 */
final class Turns {
  private static final int STRIPES = 4_096;

  private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

  Turns() {
    for (int at = 0; at < STRIPES; at++) {
      locks[at] = new ReentrantLock();
    }
  }

  /** Does some work while no other thread does any on one of these products. */
  <T> T take(Collection<String> skus, Supplier<T> work) {
    // In one order, so that no two threads wait for each other.
    int[] stripes =
        skus.stream()
            .mapToInt(sku -> Math.floorMod(sku.hashCode(), STRIPES))
            .sorted()
            .distinct()
            .toArray();
    for (int stripe : stripes) {
      locks[stripe].lock();
    }
    try {
      return work.get();
    } finally {
      for (int stripe : stripes) {
        locks[stripe].unlock();
      }
    }
  }
}
