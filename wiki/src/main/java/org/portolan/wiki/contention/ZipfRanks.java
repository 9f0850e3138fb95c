package org.portolan.wiki.contention;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Draws ranks whose frequency falls as 1/(rank + 1), Zipf's law. Immutable and thread-safe. */
final class ZipfRanks {
  private final double[] cumulative;

  ZipfRanks(int ranks) {
    cumulative = new double[ranks];
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += 1.0 / (rank + 1);
      cumulative[rank] = sum;
    }
  }

  /** Returns a rank from 0. */
  int draw(RandomGenerator random) {
    double place = random.nextDouble() * cumulative[cumulative.length - 1];
    int found = Arrays.binarySearch(cumulative, place);
    return Math.min(cumulative.length - 1, found < 0 ? -found - 1 : found + 1);
  }
}
