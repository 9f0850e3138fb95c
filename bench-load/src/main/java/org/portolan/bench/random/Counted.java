package org.portolan.bench.random;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/**
 * Items as often as something was counted, for example the requests of a trace: item 0 like what
 * was counted most, and so on. If there are fewer items than counts, the smallest counts are left
 * out; if there are more, the items beyond the counts are never drawn. By the alias method, whose
 * table all samplers share.
 */
public final class Counted implements Distribution {
  private final String text;
  private final double[] counts;

  /**
   * Takes counts in any order.
   *
   * @param text what to print of it
   * @throws IllegalArgumentException if there is no count above zero, or one below
   */
  public Counted(String text, long[] counts) {
    this.text = text;
    long[] ascending = counts.clone();
    Arrays.sort(ascending);
    if (ascending.length == 0 || ascending[ascending.length - 1] <= 0 || ascending[0] < 0) {
      throw new IllegalArgumentException(
          text + " must have at least one count above zero and none below");
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

  /** Returns how many different things were counted. */
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
