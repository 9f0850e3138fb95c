package org.portolan.bench.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A share of requests, counted in blocks of time, with an interval that remains valid if requests
 * depend on their neighbours: a pause of the server makes a thousand requests late at once, and
 * these carry no more information than one.
 *
 * <p>The variance comes from batches of neighbouring blocks. The <em>design effect</em> is the
 * factor by which it exceeds that of independent requests. The number of requests is divided by it
 * for a Clopper-Pearson interval (Korn &amp; Graubard, Confidence intervals for proportions with
 * small expected number of positive counts estimated from survey data, Survey Methodology 24,
 * 1998). Two sizes of batches are tried and the larger effect counts, since batches may be shorter
 * than the correlation.
 *
 * @param designEffect 1 if requests are independent, more if they depend on each other
 * @param batches the number of batches from which the effect was estimated
 */
public record BlockedProportion(long hits, long trials, double designEffect, int batches) {
  private static final int BATCHES_MAX = 20;
  private static final int BATCHES_FEW = 10;

  /** The least number of blocks that have a spread. */
  public static final int BLOCKS_MIN = 2;

  /**
   * Returns the share of hits among all trials, with the design effect of another kind of hits if
   * that is larger. If nearly all trials are hits, they do not show how trials depend on each
   * other; the hits of a stricter limit do.
   *
   * @param trials by block, in the order of time
   * @param hits by block, none above its trials
   * @param others by block, hits of the other kind among the same trials
   * @throws IllegalArgumentException if there are fewer than two blocks, or no trials at all
   */
  public static BlockedProportion of(long[] trials, long[] hits, long[] others) {
    if (trials.length < BLOCKS_MIN
        || hits.length != trials.length
        || others.length != trials.length) {
      throw new IllegalArgumentException(
          "a share with an interval needs at least two blocks of trials, and hits of each block, not "
              + trials.length
              + " and "
              + hits.length);
    }
    long allTrials = Arrays.stream(trials).sum();
    long allHits = Arrays.stream(hits).sum();
    if (allTrials <= 0 || allHits > allTrials) {
      throw new IllegalArgumentException(
          "a share needs trials, and not more hits than trials: " + allHits + " of " + allTrials);
    }
    int many = Math.min(trials.length, BATCHES_MAX);
    int few = Math.min(trials.length, BATCHES_FEW);
    double effect = 1;
    for (long[] counted : new long[][] {hits, others}) {
      effect = Math.max(effect, designEffect(trials, counted, many));
      effect = Math.max(effect, designEffect(trials, counted, few));
    }
    return new BlockedProportion(allHits, allTrials, effect, many);
  }

  private static double designEffect(long[] trials, long[] hits, int batches) {
    double all = Arrays.stream(trials).sum();
    double share = Arrays.stream(hits).sum() / all;
    if (share == 0 || share == 1) {
      return 1;
    }
    double squares = 0;
    for (int batch = 0; batch < batches; batch++) {
      double residual = 0;
      int end = (batch + 1) * trials.length / batches;
      for (int block = batch * trials.length / batches; block < end; block++) {
        residual += hits[block] - share * trials[block];
      }
      squares += residual * residual;
    }
    return squares * batches / (batches - 1) / (all * share * (1 - share));
  }

  /** Returns the share, between 0 and 1. */
  public double share() {
    return (double) hits / trials;
  }

  /** Returns the equivalent number of independent trials, at least 1. */
  public double effectiveTrials() {
    return Math.max(1, trials / designEffect);
  }

  /** Returns the interval that holds the true share with a probability. */
  public Interval interval(double confidence) {
    double tail = Interval.tail(confidence);
    double known = TDistribution.of(batches - 1.0).inverseSurvivalProbability(tail);
    double full = TDistribution.of(Math.max(1, trials - 1.0)).inverseSurvivalProbability(tail);
    double worth = Math.max(1, effectiveTrials() * (full / known) * (full / known));
    return clopperPearson(worth * share(), worth, confidence);
  }

  /**
   * Returns the interval of Clopper &amp; Pearson 1934 for independent trials. It contains the true
   * share at least as often as its confidence says, and mostly more often.
   *
   * @param hits the number of hits among the trials; need not be whole
   * @param trials above 0
   */
  static Interval clopperPearson(double hits, double trials, double confidence) {
    if (!(trials > 0 && hits >= 0 && hits <= trials)) {
      throw new IllegalArgumentException(
          "a share needs trials, and not more hits than trials: " + hits + " of " + trials);
    }
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
}
