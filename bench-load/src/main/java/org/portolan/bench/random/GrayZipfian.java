package org.portolan.bench.random;

import java.util.random.RandomGenerator;

/**
 * The zipfian ranks of Gray et al. 1994 ("Quickly generating billion-record synthetic databases")
 * as YCSB draws them: rank 0 is the hottest.
 */
final class GrayZipfian {
  /** YCSB's exponent. */
  static final double EXPONENT = 0.99;

  private static final double ALPHA = 1 / (1 - EXPONENT);
  private static final double ZETA_OF_TWO = zeta(0, 2, 0);
  private static final double SECOND = 1 + Math.pow(0.5, EXPONENT);

  private final RandomGenerator random;
  private long items;
  private double zeta;
  private double eta;

  /** Draws ranks of a number of items whose zeta is known; of one item, it is 1. */
  GrayZipfian(long items, double zeta, RandomGenerator random) {
    this.random = random;
    this.items = items;
    this.zeta = zeta;
    this.eta = eta();
  }

  /**
   * Returns a rank from 0.
   *
   * @param itemsNow the number of items. If it has grown, this call extends zeta over the new
   *     items; if it has shrunk, the zeta of the larger number stays, as in YCSB
   */
  long next(long itemsNow) {
    if (itemsNow > items) {
      zeta = zeta(items, itemsNow, zeta);
      items = itemsNow;
      eta = eta();
    }
    double drawn = random.nextDouble();
    double scaled = drawn * zeta;
    if (scaled < 1) {
      return 0;
    }
    if (scaled < SECOND) {
      return 1;
    }
    return (long) (itemsNow * Math.pow(eta * drawn - eta + 1, ALPHA));
  }

  long next() {
    return next(items);
  }

  private double eta() {
    return (1 - Math.pow(2.0 / items, 1 - EXPONENT)) / (1 - ZETA_OF_TWO / zeta);
  }

  /**
   * Returns the sum of 1/n^exponent for n up to {@code to}; {@code known} is the sum up to {@code
   * from}.
   */
  private static double zeta(long from, long to, double known) {
    double sum = known;
    for (long number = from; number < to; number++) {
      sum += 1 / Math.pow((double) (number + 1), EXPONENT);
    }
    return sum;
  }
}
