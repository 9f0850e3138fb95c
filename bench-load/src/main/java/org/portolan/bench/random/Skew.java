package org.portolan.bench.random;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The effective skew of a distribution, measured by drawing and not taken from its parameters. One
 * half of the draws ranks the items and the other half counts them: if the same draws did both, hot
 * items would seem hotter than they are.
 *
 * @param items the number of items
 * @param hottestPercent the share of draws of the hottest 1 % of the items, at least one item
 * @param hottestTenth the share of draws of the hottest 10 %
 * @param exponent the exponent of Zipf's law under which the counts are likeliest; 0 for a uniform
 *     distribution
 */
public record Skew(long items, double hottestPercent, double hottestTenth, double exponent) {
  /** The number of draws of each half. */
  private static final int DRAWS = 200_000;

  private static final double EXPONENT_MAX = 10;
  private static final int BISECTIONS = 50;

  /** Sums are computed term by term up to this rank, and by an integral beyond it. */
  private static final int TERMS_EXACT = 100;

  /** Draws items and measures their skew. */
  public static Skew of(Distribution distribution, long items, Seeds seeds) {
    RandomGenerator random = seeds.stream("skew");
    Sampler sampler = distribution.sampler(items, random);
    Map<Long, long[]> counts = new HashMap<>();
    for (int draw = 0; draw < 2 * DRAWS; draw++) {
      counts.computeIfAbsent(sampler.next(items), item -> new long[2])[draw % 2]++;
    }
    List<long[]> ranked =
        counts.values().stream()
            .filter(count -> count[0] > 0)
            .sorted((left, right) -> Long.compare(right[0], left[0]))
            .toList();
    return new Skew(
        items,
        share(ranked, Math.max(1, items / 100), items),
        share(ranked, Math.max(1, items / 10), items),
        exponent(ranked, items));
  }

  /**
   * Items that the first half has not seen share the remaining draws of the second half equally.
   */
  private static double share(List<long[]> ranked, long hottest, long items) {
    double counted = 0;
    double seen = 0;
    for (int rank = 0; rank < ranked.size(); rank++) {
      seen += ranked.get(rank)[1];
      if (rank < hottest) {
        counted += ranked.get(rank)[1];
      }
    }
    long unseen = items - ranked.size();
    if (hottest > ranked.size() && unseen > 0) {
      counted += (DRAWS - seen) * (hottest - ranked.size()) / unseen;
    }
    return counted / DRAWS;
  }

  /**
   * The maximum-likelihood exponent: under it the mean logarithm of the ranks equals the counted
   * one.
   */
  private static double exponent(List<long[]> ranked, long items) {
    double sum = 0;
    long seen = 0;
    for (int rank = 0; rank < ranked.size(); rank++) {
      sum += ranked.get(rank)[1] * Math.log(rank + 1);
      seen += ranked.get(rank)[1];
    }
    if (ranked.size() < items) {
      double unseenMean =
          integralOfLogarithm(ranked.size() + 0.5, items + 0.5) / (items - ranked.size());
      sum += (DRAWS - seen) * unseenMean;
    }
    double mean = sum / DRAWS;
    double low = 0;
    double high = EXPONENT_MAX;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      if (meanLogarithm(middle, items) > mean) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private static double meanLogarithm(double exponent, long items) {
    double weights = 0;
    double sum = 0;
    double end = items + 0.5;
    // The term of rank n counts as the integral over [n - 1/2, n + 1/2]: exactly for the first
    // ranks, then in steps that grow with the rank.
    for (double from = 0.5; from < end; ) {
      boolean one = from < TERMS_EXACT;
      double to = Math.min(end, one ? from + 1 : from * 1.01);
      double middle = one ? from + 0.5 : Math.sqrt(from * to);
      double weight = Math.pow(middle, -exponent) * (to - from);
      weights += weight;
      sum += weight * Math.log(middle);
      from = to;
    }
    return sum / weights;
  }

  private static double integralOfLogarithm(double from, double to) {
    return to * (Math.log(to) - 1) - from * (Math.log(from) - 1);
  }

  /** Returns one line for people. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "the hottest 1 %% of %d items get %.1f %% of the requests, the hottest 10 %% %.1f %%;"
            + " fitted exponent %.2f",
        items,
        100 * hottestPercent,
        100 * hottestTenth,
        exponent);
  }
}
