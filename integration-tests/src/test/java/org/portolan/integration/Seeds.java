package org.portolan.integration;

import java.util.concurrent.atomic.AtomicLong;

/** Seeds of workloads: new ones in each run, unless {@code -Dportolan.seed} gives the first one. */
final class Seeds {
  private static final AtomicLong NEXT =
      new AtomicLong(Long.getLong("portolan.seed", System.nanoTime() % 1_000_000_000));

  private Seeds() {}

  /** Returns a seed that no other call returns, and prints it. */
  static long next() {
    long seed = NEXT.getAndAdd(1_000);
    System.out.println("seed " + seed + " (again with -Dportolan.seed=" + seed + ")");
    return seed;
  }
}
