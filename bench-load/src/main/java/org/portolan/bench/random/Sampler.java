package org.portolan.bench.random;

import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** Draws items by a distribution. Used by one thread. */
@FunctionalInterface
public interface Sampler {

  /**
   * Returns the next item, from 0 inclusive to {@code items} exclusive.
   *
   * @param items the present number of items, at least 1; never fewer than before
   */
  long next(long items);

  /**
   * Returns a sampler that is set up again whenever the number of items has changed.
   *
   * @param setUp makes the draws from a number of items
   */
  static Sampler setUpFor(LongFunction<LongSupplier> setUp) {
    return new Sampler() {
      private LongSupplier draws;
      private long drawable;

      @Override
      public long next(long items) {
        if (items != drawable) {
          draws = setUp.apply(items);
          drawable = items;
        }
        return draws.getAsLong();
      }
    };
  }
}
