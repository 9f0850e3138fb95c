package org.portolan.bench.random;

import java.util.random.RandomGenerator;

/**
 * The newest items most often: YCSB's "latest". The distance from the newest item follows {@link
 * GrayZipfian} over the present items; the highest number is the newest.
 */
public record Latest() implements Distribution {
  @Override
  public String text() {
    return "latest";
  }

  @Override
  public Sampler sampler(long universe, RandomGenerator random) {
    return new FromNewest(random);
  }

  private static final class FromNewest implements Sampler {
    private final RandomGenerator random;
    private GrayZipfian back;

    FromNewest(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public long next(long items) {
      if (back == null) {
        back = new GrayZipfian(items, random);
      }
      return Math.max(0, items - 1 - back.next(items));
    }
  }
}
