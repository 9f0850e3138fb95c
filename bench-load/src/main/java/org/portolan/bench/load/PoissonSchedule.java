package org.portolan.bench.load;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts with independent, exponential gaps. They are a function of rate and seed alone, whichever
 * worker takes them. They are made in blocks, so taking one is an increment.
 */
final class PoissonSchedule implements Schedule {
  private static final int BLOCK_STARTS = 4096;

  private final double gapNanos;
  private final long endNanos;
  private final SplittableRandom random;
  private double lastNanos;
  private volatile Block block;

  private static final class Block {
    final long[] starts = new long[BLOCK_STARTS];
    final AtomicInteger taken = new AtomicInteger();
  }

  PoissonSchedule(double ratePerSecond, long endNanos, long seed) {
    this.gapNanos = 1e9 / ratePerSecond;
    this.endNanos = endNanos;
    this.random = new SplittableRandom(seed);
    this.block = make();
  }

  @Override
  public long next(long freeSince) {
    while (true) {
      Block current = block;
      int index = current.taken.getAndIncrement();
      if (index < BLOCK_STARTS) {
        long start = current.starts[index];
        return start < endNanos ? start : END;
      }
      replace(current);
    }
  }

  private synchronized void replace(Block used) {
    if (block == used) {
      block = make();
    }
  }

  private Block make() {
    Block made = new Block();
    for (int index = 0; index < BLOCK_STARTS; index++) {
      lastNanos -= Math.log(1 - random.nextDouble()) * gapNanos;
      made.starts[index] = (long) lastNanos;
    }
    return made;
  }
}
