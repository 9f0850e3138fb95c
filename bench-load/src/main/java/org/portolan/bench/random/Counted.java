package org.portolan.bench.random;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/**
 * Items as often as they were counted, for example in the requests of a trace. Item 0 has the
 * highest count, and so on. If there are fewer items than counts, the smallest counts are left out;
 * if there are more, the items beyond the counts are never drawn. Uses the alias method, with a
 * table for each sampler.
 */
public final class Counted implements Distribution {
  private final String text;
  private final double[] counts;

  /**
   * Takes counts in any order.
   *
   * @param text the name of the distribution, for printing
   * @throws IllegalArgumentException if no count is above zero, or one is below
   */
  public Counted(String text, long[] counts) {
    this.text = text;
    long[] ascending = counts.clone();
    Arrays.sort(ascending);
    if (ascending.length == 0 || ascending[ascending.length - 1] <= 0 || ascending[0] < 0) {
      throw new IllegalArgumentException(
          text + " must have at least one count above zero and none below zero");
    }
    this.counts = new double[ascending.length];
    for (int rank = 0; rank < ascending.length; rank++) {
      this.counts[rank] = ascending[ascending.length - 1 - rank];
    }
  }

  @Override
  public String text() {
    return text;
  }

  /** Returns the number of counts. */
  public int size() {
    return counts.length;
  }

  @Override
  public Sampler sampler(long universe, RandomGenerator random) {
    return new ByAlias(random);
  }

  private final class ByAlias implements Sampler {
    private final RandomGenerator random;
    private SharedStateDiscreteSampler sampler;
    private int drawable;

    ByAlias(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public long next(long items) {
      int now = (int) Math.min(items, counts.length);
      if (now != drawable) {
        sampler = AliasMethodDiscreteSampler.of(random::nextLong, Arrays.copyOf(counts, now));
        drawable = now;
      }
      return sampler.sample();
    }
  }
}
