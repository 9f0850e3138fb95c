package org.portolan.bench.statistics;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * Intervals around a share of independent trials. If trials depend on each other, as latencies do,
 * {@link BlockedProportion} gives the equivalent number of independent trials.
 */
public final class Proportion {
  private Proportion() {}

  /**
   * Returns the interval of Clopper &amp; Pearson 1934, which contains the true share at least as
   * often as its confidence says, and mostly more often.
   *
   * @param hits the number of hits among the trials; need not be whole
   * @param trials above 0
   */
  public static Interval clopperPearson(double hits, double trials, double confidence) {
    requireCounts(hits, trials);
    double tail = Interval.tail(confidence);
    return new Interval(
        hits == 0
            ? 0
            : BetaDistribution.of(hits, trials - hits + 1).inverseCumulativeProbability(tail),
        hits == trials
            ? 1
            : BetaDistribution.of(hits + 1, trials - hits).inverseSurvivalProbability(tail),
        confidence);
  }

  private static void requireCounts(double hits, double trials) {
    if (!(trials > 0 && hits >= 0 && hits <= trials)) {
      throw new IllegalArgumentException(
          "a share needs trials, and not more hits than trials: " + hits + " of " + trials);
    }
  }
}
