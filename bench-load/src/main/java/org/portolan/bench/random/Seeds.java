package org.portolan.bench.random;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Independent streams of random numbers, all from one seed. A stream is a function of the seed, its
 * purpose and its worker's number; other streams and threads do not change it. Immutable and
 * thread-safe.
 */
public record Seeds(long seed) {

  /** Returns the stream of a purpose. Used by one thread. */
  public RandomGenerator stream(String purpose) {
    return stream(purpose, 0);
  }

  /** Returns the stream of a purpose for one of several workers. Used by one thread. */
  public RandomGenerator stream(String purpose, int worker) {
    SplittableRandom root = new SplittableRandom(seed);
    // The hash of a string is the same on every Java platform.
    long mixed = new SplittableRandom(root.nextLong() ^ purpose.hashCode()).nextLong();
    return new SplittableRandom(mixed + worker * 0x9E3779B97F4A7C15L).split();
  }
}
