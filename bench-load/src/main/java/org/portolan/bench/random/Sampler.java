package org.portolan.bench.random;

/** Draws items by a distribution. Used by one thread. */
@FunctionalInterface
public interface Sampler {

  /**
   * Returns the next item, from 0 to {@code items} without it.
   *
   * @param items how many items there are now, at least 1; never fewer than before
   */
  long next(long items);
}
