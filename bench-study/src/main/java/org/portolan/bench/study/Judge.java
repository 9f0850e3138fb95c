package org.portolan.bench.study;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.api.Text;
import org.portolan.bench.statistics.Estimate;
import org.portolan.bench.statistics.Interval;
import org.portolan.bench.statistics.Ratio;

/**
 * Judges claims by measurements. A claim holds only if the whole interval of 95 % agrees with it,
 * and does not hold only if the whole interval contradicts it.
 *
 * <p>Ratios are those of geometric means over rounds that were measured in turn. Where a figure is
 * zero in some round, as numbers of aborts are, there is no such ratio: then the ratio is that of
 * the arithmetic means, and the verdict is by their difference.
 */
public final class Judge {
  private static final double CONFIDENCE = 0.95;

  private final StudyResult result;

  public Judge(StudyResult result) {
    this.result = result;
  }

  /** Returns the verdicts on all claims of the study, in their order. */
  public List<Verdict> verdicts() {
    return result.study().claims().stream().map(this::verdict).toList();
  }

  private Verdict verdict(Claim claim) {
    double[] of = figures(claim, claim.of());
    Optional<double[]> beside = claim.beside().map(values -> figures(claim, values));
    if (of.length == 0 || beside.filter(figures -> figures.length == 0).isPresent()) {
      return new Verdict(
          claim,
          Verdict.Word.NOT_MEASURED,
          Optional.empty(),
          Optional.empty(),
          "no measurement of this size has it");
    }
    return beside.isPresent() ? compared(claim, of, beside.get()) : bounded(claim, of);
  }

  /** Returns a figure of the cells with some values, all rounds of all such cells. */
  private double[] figures(Claim claim, Map<String, String> values) {
    Step step = result.study().step(Figures.step(claim.figure())).orElseThrow();
    return result.of(step, values).stream()
        .filter(one -> one.failures().isEmpty())
        .flatMapToDouble(one -> Arrays.stream(one.all(Figures.name(claim.figure()))))
        .toArray();
  }

  private static Verdict bounded(Claim claim, double... of) {
    Estimate estimate = Estimate.ofRepeats(of);
    double bound = claim.factor();
    Interval interval = estimate.interval(CONFIDENCE);
    return verdict(
        claim,
        estimate.mean(),
        of.length > 1 ? Optional.of(interval) : Optional.empty(),
        claim.expect() == Claim.Expected.LOWER ? Double.NEGATIVE_INFINITY : bound,
        claim.expect() == Claim.Expected.LOWER ? bound : Double.POSITIVE_INFINITY,
        Text.figure(estimate.mean()));
  }

  private static Verdict compared(Claim claim, double[] of, double... beside) {
    String means = Text.figure(mean(of)) + " beside " + Text.figure(mean(beside));
    double low = low(claim);
    double high = high(claim);
    if (!allPositive(of) || !allPositive(beside)) {
      return ofDifference(claim, of, beside, means);
    }
    Ratio ratio =
        of.length == beside.length
            ? Ratio.ofPairs(beside, of, CONFIDENCE)
            : Ratio.ofRepeats(beside, of, CONFIDENCE);
    boolean known = ratio.basis() != Ratio.Basis.NOTHING;
    return verdict(
        claim,
        ratio.ratio(),
        known ? Optional.of(ratio.interval()) : Optional.empty(),
        low,
        high,
        means);
  }

  /** Judges {@code of - factor * beside}, whose sign says which side of the factor they are on. */
  private static Verdict ofDifference(Claim claim, double[] of, double[] beside, String means) {
    double besideMean = mean(beside);
    Optional<Double> ratio =
        besideMean == 0 ? Optional.empty() : Optional.of(mean(of) / besideMean);
    boolean few = of.length < 2 || beside.length < 2;
    boolean agrees = true;
    boolean contradicts = false;
    for (double bound : new double[] {low(claim), high(claim)}) {
      if (Double.isInfinite(bound) || bound == 0) {
        continue;
      }
      double[] scaled = Arrays.stream(beside).map(value -> value * bound).toArray();
      Interval difference =
          Estimate.ofRepeats(of).minus(Estimate.ofRepeats(scaled)).interval(CONFIDENCE);
      boolean lower = bound == high(claim);
      agrees &= lower ? difference.high() <= 0 : difference.low() >= 0;
      contradicts |= lower ? difference.low() > 0 : difference.high() < 0;
    }
    return new Verdict(
        claim,
        few
            ? Verdict.Word.TOO_FEW
            : agrees
                ? Verdict.Word.HOLDS
                : contradicts ? Verdict.Word.DOES_NOT_HOLD : Verdict.Word.NOT_DECIDED,
        ratio,
        Optional.empty(),
        means);
  }

  private static Verdict verdict(
      Claim claim,
      double figure,
      Optional<Interval> interval,
      double low,
      double high,
      String ours) {
    Verdict.Word word = Verdict.Word.TOO_FEW;
    if (interval.isPresent()) {
      Interval range = interval.get();
      word =
          range.low() >= low && range.high() <= high
              ? Verdict.Word.HOLDS
              : range.high() < low || range.low() > high
                  ? Verdict.Word.DOES_NOT_HOLD
                  : Verdict.Word.NOT_DECIDED;
    }
    return new Verdict(claim, word, Optional.of(figure), interval, ours);
  }

  /** Returns the least ratio that agrees with a claim. */
  private static double low(Claim claim) {
    return switch (claim.expect()) {
      case HIGHER -> claim.factor();
      case LOWER -> 0;
      case ALIKE -> 1 / claim.factor();
    };
  }

  private static double high(Claim claim) {
    return switch (claim.expect()) {
      case HIGHER -> Double.POSITIVE_INFINITY;
      case LOWER -> 1 / claim.factor();
      case ALIKE -> claim.factor();
    };
  }

  private static boolean allPositive(double... figures) {
    return Arrays.stream(figures).allMatch(figure -> figure > 0);
  }

  private static double mean(double... figures) {
    return Arrays.stream(figures).average().orElse(0);
  }
}
