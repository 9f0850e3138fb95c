package org.portolan.bench.random;

import java.util.random.RandomGenerator;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;

/**
 * Zipf's law, exactly: requests for item n are proportional to 1/(n + 1)^exponent, so item 0 is the
 * hottest. Uses rejection-inversion (Hörmann and Derflinger 1996), which needs no table and permits
 * every exponent, 1 included. At most 2^31 - 1 items.
 *
 * @param exponent at least 0; 0 means uniform
 */
public record Zipfian(double exponent) implements Distribution {
  public Zipfian {
    if (!(exponent >= 0 && exponent <= 100)) {
      throw new IllegalArgumentException(
          "the exponent of a zipfian distribution must be from 0 to 100 but is " + exponent);
    }
  }

  @Override
  public String text() {
    return "zipfian:" + exponent;
  }

  /** A change of the number of items costs a few logarithms. */
  @Override
  public Sampler sampler(long universe, RandomGenerator random) {
    return Sampler.setUpFor(
        items -> {
          DiscreteSampler ranks =
              RejectionInversionZipfSampler.of(random::nextLong, Math.toIntExact(items), exponent);
          return () -> ranks.sample() - 1L;
        });
  }
}
