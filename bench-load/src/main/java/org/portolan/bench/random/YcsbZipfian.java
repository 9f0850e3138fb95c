package org.portolan.bench.random;

import java.util.random.RandomGenerator;

/**
 * The requests of YCSB 0.17's "zipfian": ranks of ten thousand million items by {@link
 * GrayZipfian}, scattered over the items by {@link Fnv}. With the same universe, the same items are
 * hot as in YCSB. Several ranks fall on one item, so the items are less skewed than the ranks and
 * do not follow Zipf's law; {@link Zipfian} does.
 */
public record YcsbZipfian() implements Distribution {
  /** YCSB counts both ends of its range. */
  private static final long RANKS = 10_000_000_000L + 1;

  /** YCSB's constant in place of the sum, which would take minutes. */
  private static final double ZETA = 26.46902820178302;

  @Override
  public String text() {
    return "ycsb-zipfian";
  }

  /** If an item does not exist yet, the sampler draws again, as YCSB does. */
  @Override
  public Sampler sampler(long universe, RandomGenerator random) {
    GrayZipfian ranks = new GrayZipfian(RANKS, ZETA, random);
    return items -> {
      long item;
      do {
        item = Fnv.hash(ranks.next()) % universe;
      } while (item >= items);
      return item;
    };
  }
}
