package org.portolan.bench.random;

/** Draws items by a distribution. Used by one thread. */
@FunctionalInterface
public interface Sampler {

  /**
   * Returns the next item, from 0 inclusive to {@code items} exclusive.
   *
   * @param items the present number of items, at least 1; never fewer than before
   */
  long next(long items);
}
