package org.portolan.bench.statistics;

import java.util.Arrays;

/**
 * The factor by which a second variant differs from a first, and whether a difference was shown.
 *
 * <p>Logarithms are compared, so that twice and half weigh alike: the ratio is that of geometric
 * means, its interval Student's. A difference counts as shown only if the interval excludes 1 and,
 * with enough repeats, the test by ranks agrees: {@link RankTest}.
 *
 * @param ratio the second divided by the first
 * @param interval of the ratio; from 0 to infinity if its error is not known
 * @param rankProbability the probability of ranks at least this uneven if the variants were alike;
 *     1 if there are no repeats of both
 * @param firstCount the number of repeats of the first
 * @param secondCount the number of repeats of the second
 * @param basis the data behind the interval
 */
public record Ratio(
    double ratio,
    Interval interval,
    double rankProbability,
    int firstCount,
    int secondCount,
    Basis basis) {

  /** The data behind an interval, which determine its meaning. */
  public enum Basis {
    /** Independent repeats of each variant. */
    REPEATS,
    /** Repeats taken in turn: a disturbance of a round affects both variants. */
    PAIRS,
    /** The seconds of one run of each: the interval does not include the variation between runs. */
    WITHIN_RUNS,
    /** One figure of each: the error is unknown. */
    NOTHING
  }

  /** The verdicts on the second variant, compared with the first. */
  public enum Verdict {
    HIGHER,
    LOWER,
    NO_DIFFERENCE_SHOWN,
    TOO_FEW
  }

  /**
   * Returns the ratio of independent repeats.
   *
   * @param first positive figures
   * @param second positive figures
   * @throws IllegalArgumentException if there are no figures, or one is not positive
   */
  public static Ratio ofRepeats(double[] first, double[] second, double confidence) {
    Estimate difference = Estimate.ofRepeats(logs(second)).minus(Estimate.ofRepeats(logs(first)));
    boolean known = first.length > 1 && second.length > 1;
    return of(
        difference,
        known ? RankTest.ofGroups(first, second) : 1,
        first.length,
        second.length,
        known ? Basis.REPEATS : Basis.NOTHING,
        confidence);
  }

  /**
   * Returns the ratio of paired repeats: each repeat of the second was taken beside one of the
   * first.
   *
   * @throws IllegalArgumentException if there are no figures, their numbers differ, or one is not
   *     positive
   */
  public static Ratio ofPairs(double[] first, double[] second, double confidence) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(
          first.length + " measurements cannot be paired with " + second.length);
    }
    double[] logs = logs(second);
    double[] firstLogs = logs(first);
    Arrays.setAll(logs, index -> logs[index] - firstLogs[index]);
    return of(
        Estimate.ofRepeats(logs),
        RankTest.ofPairs(logs),
        first.length,
        second.length,
        first.length > 1 ? Basis.PAIRS : Basis.NOTHING,
        confidence);
  }

  /**
   * Returns the ratio of one run of each.
   *
   * @param first the logarithm of a figure of the first run, with its error within the run
   * @param second the same for the second run
   */
  public static Ratio ofRuns(Estimate first, Estimate second, double confidence) {
    Estimate difference = second.minus(first);
    Basis basis = difference.degrees() == 0 ? Basis.NOTHING : Basis.WITHIN_RUNS;
    return of(difference, 1, 1, 1, basis, confidence);
  }

  private static Ratio of(
      Estimate difference,
      double rankProbability,
      int firstCount,
      int secondCount,
      Basis basis,
      double confidence) {
    Interval logs = difference.interval(confidence);
    return new Ratio(
        Math.exp(difference.mean()),
        new Interval(Math.exp(logs.low()), Math.exp(logs.high()), confidence),
        rankProbability,
        firstCount,
        secondCount,
        basis);
  }

  /** Returns the verdict at the confidence of the interval. */
  public Verdict verdict() {
    if (basis == Basis.NOTHING) {
      return Verdict.TOO_FEW;
    }
    double chance = 1 - interval.confidence();
    boolean ranksAgree = !ranksCanTell() || rankProbability <= chance;
    if (interval.contains(1) || !ranksAgree) {
      return Verdict.NO_DIFFERENCE_SHOWN;
    }
    return ratio > 1 ? Verdict.HIGHER : Verdict.LOWER;
  }

  /**
   * Returns whether there are enough repeats for a test by ranks; with fewer, the verdict relies on
   * a normal distribution of the logarithms.
   */
  public boolean ranksCanTell() {
    double smallest =
        switch (basis) {
          case REPEATS -> RankTest.smallestOfGroups(firstCount, secondCount);
          case PAIRS -> RankTest.smallestOfPairs(firstCount);
          case WITHIN_RUNS, NOTHING -> 1;
        };
    return smallest <= 1 - interval.confidence();
  }

  private static double[] logs(double[] figures) {
    if (Arrays.stream(figures).anyMatch(figure -> !(figure > 0) || Double.isInfinite(figure))) {
      throw new IllegalArgumentException(
          "only positive figures have a ratio, not " + Arrays.toString(figures));
    }
    return Arrays.stream(figures).map(Math::log).toArray();
  }
}
