package org.portolan.bench.random;

import java.util.random.RandomGenerator;

/**
 * The relative frequency of requests for each item. Items are numbered from 0; the caller maps
 * numbers to records or pages. Immutable and thread-safe.
 */
public interface Distribution {

  /** Returns the text that {@link Distributions#parse} reads as this distribution. */
  String text();

  /**
   * Returns a sampler for one thread; its draws follow from {@code random} alone.
   *
   * @param universe the largest number of items that there will ever be, at least 1
   */
  Sampler sampler(long universe, RandomGenerator random);
}
