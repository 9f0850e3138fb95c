package org.portolan.bench.random;

import java.util.random.RandomGenerator;

/**
 * How often each of some items is asked for. Items are numbered from 0; what a number stands for is
 * the user's affair. Immutable and thread-safe.
 */
public interface Distribution {

  /** Returns what {@link Distributions#parse} reads as this distribution. */
  String text();

  /**
   * Returns a sampler for one thread; what it draws follows from {@code random} alone.
   *
   * @param universe the largest number of items that there will ever be, at least 1
   */
  Sampler sampler(long universe, RandomGenerator random);
}
