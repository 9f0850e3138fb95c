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
    GrayZipfian back = new GrayZipfian(1, 1, random);
    return items -> Math.max(0, items - 1 - back.next(items));
  }
}
