package org.portolan.bench.statistics;

/**
 * Intervals around a share of independent trials. Where trials depend on each other, as latencies
 * do, {@link BlockedProportion} says how many independent ones they are worth.
 */
public final class Proportion {
  private Proportion() {}

  /**
   * Returns the score interval of Wilson 1927: right on average, at any count of trials.
   *
   * @param hits how many of the trials; need not be whole
   * @param trials above 0
   */
  public static Interval wilson(double hits, double trials, double confidence) {
    requireCounts(hits, trials);
    double z = -Normal.quantile(Interval.tail(confidence));
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
        hits == 0 ? 0 : Beta.quantile(tail, hits, trials - hits + 1),
        hits == trials ? 1 : Beta.quantile(1 - tail, hits + 1, trials - hits),
        confidence);
  }

  private static void requireCounts(double hits, double trials) {
    if (!(trials > 0 && hits >= 0 && hits <= trials)) {
      throw new IllegalArgumentException(
          "a share needs trials, and not more hits than trials: " + hits + " of " + trials);
    }
  }
}
