package org.portolan.bench.search;

import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Text;
import org.portolan.bench.statistics.BlockedProportion;
import org.portolan.bench.statistics.Interval;
import org.portolan.bench.statistics.SteadyState;

/**
 * The verdict on one load, from its probes.
 *
 * @param share of the requests that were answered within the limit
 * @param interval of the true share; from 0 to 1 if it was not needed
 * @param reason the reason of the verdict, in a few words; may be empty
 */
public record Judgement(Verdict verdict, double share, Interval interval, String reason) {
  private static final double GROWTH_MAX = 1.5;
  private static final double LIMITS_PER_OCTAVE = 8;

  /** The verdicts on a load. */
  public enum Verdict implements Spelled {
    PASS,
    FAIL,
    /** The share is too close to the required one to be distinguished from it in this time. */
    UNDECIDED,
    /** The generator was the limit: this probe says nothing about the store. */
    CLIENT_BOUND
  }

  /**
   * Judges a probe in which the generator was the limit. Responses count from the intended starts,
   * so a late generator only lengthens them: a probe at a rate that was answered in time still
   * passes. Such a probe never fails.
   */
  static Judgement withSlowGenerator(SearchSpec spec, ProbeOutcome outcome, String reason) {
    Judgement seen = of(spec, List.of(outcome));
    return seen.verdict == Verdict.PASS && spec.by() == SearchSpec.Axis.RATE
        ? new Judgement(Verdict.PASS, seen.share, seen.interval, "in time all the same: " + reason)
        : new Judgement(
            Verdict.CLIENT_BOUND, seen.share, new Interval(0, 1, spec.confidence()), reason);
  }

  /**
   * Judges all probes of one load together, as if the generator had been the limit of none.
   *
   * @param outcomes at least one
   */
  static Judgement of(SearchSpec spec, List<ProbeOutcome> outcomes) {
    List<ResponseBlock> blocks =
        outcomes.stream().flatMap(outcome -> outcome.blocks().stream()).toList();
    long requests = blocks.stream().mapToLong(ResponseBlock::requests).sum();
    long answered = blocks.stream().mapToLong(ResponseBlock::answered).sum();
    double share = requests == 0 ? 0 : (double) answered / requests;
    Interval all = new Interval(0, 1, spec.confidence());
    for (ProbeOutcome outcome : outcomes) {
      if (outcome.failures() > 0) {
        return new Judgement(
            Verdict.FAIL,
            share,
            all,
            Text.format("%,d failed: %s", outcome.failures(), outcome.failureText()));
      }
    }
    if (requests == 0) {
      return new Judgement(Verdict.FAIL, 0, all, "nothing was answered");
    }
    if (blocks.size() < BlockedProportion.BLOCKS_MIN) {
      return new Judgement(Verdict.UNDECIDED, share, all, "too few seconds were seen to judge it");
    }
    Interval interval = interval(blocks, spec);
    if (interval.high() < spec.share()) {
      return new Judgement(Verdict.FAIL, share, interval, "");
    }
    if (interval.low() < spec.share()) {
      return new Judgement(Verdict.UNDECIDED, share, interval, "");
    }
    return grows(outcomes)
        ? new Judgement(Verdict.UNDECIDED, share, interval, "responses still grew at the end")
        : new Judgement(Verdict.PASS, share, interval, "");
  }

  /** Returns the same judgement with another reason. */
  Judgement because(String why) {
    return new Judgement(verdict, share, interval, why);
  }

  private static Interval interval(List<ResponseBlock> blocks, SearchSpec spec) {
    long[] requests = blocks.stream().mapToLong(ResponseBlock::requests).toArray();
    long[] answered = blocks.stream().mapToLong(ResponseBlock::answered).toArray();
    return BlockedProportion.of(requests, answered, atTheShare(blocks, spec.share()))
        .interval(spec.confidence());
  }

  /**
   * Returns for each block the number of requests within a shorter limit: the shortest one that the
   * required share of all requests keeps. If nearly all requests keep the limit itself, the shorter
   * one shows how late requests cluster.
   */
  private static long[] atTheShare(List<ResponseBlock> blocks, double share) {
    long requests = blocks.stream().mapToLong(ResponseBlock::requests).sum();
    int index = 0;
    while (index + 1 < ResponseBlock.limits() && sum(blocks, index) < share * requests) {
      index++;
    }
    int chosen = index;
    return blocks.stream().mapToLong(block -> block.within(chosen)).toArray();
  }

  private static long sum(List<ResponseBlock> blocks, int index) {
    return blocks.stream().mapToLong(block -> block.within(index)).sum();
  }

  /**
   * Returns whether responses became longer towards the end of every probe. This happens when
   * slightly more requests are offered than served, and responses have not reached the limit yet.
   */
  private static boolean grows(List<ProbeOutcome> outcomes) {
    List<Boolean> grew = new ArrayList<>();
    for (ProbeOutcome outcome : outcomes) {
      double[] medians =
          outcome.blocks().stream()
              .filter(block -> block.requests() > 0)
              .mapToDouble(block -> Math.pow(2, block.medianIndex() / LIMITS_PER_OCTAVE))
              .toArray();
      int quarter = medians.length / 4;
      grew.add(
          medians.length >= 12
              && !SteadyState.of(medians).found()
              && mean(medians, medians.length - quarter, quarter)
                  > GROWTH_MAX * mean(medians, 0, quarter));
    }
    return !grew.contains(false);
  }

  private static double mean(double[] values, int start, int count) {
    double sum = 0;
    for (int index = start; index < start + count; index++) {
      sum += values[index];
    }
    return sum / count;
  }
}
