package org.portolan.bench.statistics;

import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Intervals around a share of independent trials. Where trials depend on each other, as latencies
 * do, {@link BlockedProportion} says how many independent ones they are worth.
 */
public final class Proportion {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private Proportion() {}

  /**
   * Returns the score interval of Wilson 1927: right on average, at any count of trials.
   *
   * @param hits how many of the trials; need not be whole
   * @param trials above 0
   */
  public static Interval wilson(double hits, double trials, double confidence) {
    requireCounts(hits, trials);
    double z = NORMAL.inverseSurvivalProbability(Interval.tail(confidence));
    double share = hits / trials;
    double scale = 1 + z * z / trials;
    double center = (share + z * z / (2 * trials)) / scale;
    double half =
        z / scale * Math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));
    return new Interval(
        hits == 0 ? 0 : Math.max(0, center - half),
        hits == trials ? 1 : Math.min(1, center + half),
        confidence);
  }

  /**
   * Returns the interval of Clopper &amp; Pearson 1934, which holds the true share at least as
   * often as it says, and mostly more often.
   *
   * @param hits how many of the trials; need not be whole
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
