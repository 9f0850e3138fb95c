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
 * the arithmetic means, and the verdict is by their difference. Nothing beside nothing, such as no
 * aborts on either side, and nothing where more than nothing is claimed, decide nothing: what did
 * not happen in these rounds may happen in longer ones.
 *
 * <p>A claim that names a difference is judged by the difference of the arithmetic means.
 *
 * <p>A search that was made once is its own interval: the limit lies between the load that passed
 * and the one that failed, each judged by the search with its own confidence.
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
    double[] of = figures(claim.figure(), claim.of());
    Optional<double[]> beside = claim.beside().map(values -> figures(claim.figure(), values));
    if (of.length == 0 || beside.filter(figures -> figures.length == 0).isPresent()) {
      return new Verdict(
          claim,
          Verdict.Word.NOT_MEASURED,
          Optional.empty(),
          Optional.empty(),
          "no measurement of this size has it");
    }
    if (claim.more().isPresent()) {
      return apart(claim, of, beside.orElseThrow());
    }
    if (of.length == 1 && beside.map(figures -> figures.length == 1).orElse(true)) {
      Optional<Verdict> searched = searched(claim, of[0], beside.map(figures -> figures[0]));
      if (searched.isPresent()) {
        return searched.get();
      }
    }
    return beside.isPresent() ? compared(claim, of, beside.get()) : bounded(claim, of);
  }

  /** Judges by searches that were made once each; empty if the figures are none of these. */
  private Optional<Verdict> searched(Claim claim, double of, Optional<Double> beside) {
    Optional<Interval> first = bracket(claim, claim.of());
    Optional<Interval> second =
        claim.beside().isPresent()
            ? bracket(claim, claim.beside().get())
            : Optional.of(new Interval(1, 1, CONFIDENCE));
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    Interval ratio =
        new Interval(
            first.get().low() / second.get().high(),
            first.get().high() / second.get().low(),
            CONFIDENCE);
    double low = claim.beside().isPresent() ? low(claim) : boundedLow(claim);
    double high = claim.beside().isPresent() ? high(claim) : boundedHigh(claim);
    String means =
        Text.figure(of) + beside.map(other -> " beside " + Text.figure(other)).orElse("");
    return Optional.of(
        verdict(claim, of / beside.orElse(1.0), Optional.of(ratio), low, high, means));
  }

  /** Returns the loads between which the limit of one search lies. */
  private Optional<Interval> bracket(Claim claim, Map<String, String> values) {
    if (!Figures.name(claim.figure()).equals("limit")) {
      return Optional.empty();
    }
    double[] passes = figures(claim.figure("passes"), values);
    double[] fails = figures(claim.figure("fails"), values);
    return passes.length == 1 && fails.length == 1 && passes[0] > 0
        ? Optional.of(new Interval(passes[0], fails[0], CONFIDENCE))
        : Optional.empty();
  }

  /** Returns a figure of the cells with some values, all rounds of all such cells. */
  private double[] figures(String figure, Map<String, String> values) {
    Step step = result.study().step(Figures.step(figure)).orElseThrow();
    return result.of(step, values).stream()
        .filter(one -> one.failures().isEmpty())
        .flatMapToDouble(one -> Arrays.stream(one.all(Figures.name(figure))))
        .toArray();
  }

  private static Verdict bounded(Claim claim, double... of) {
    Estimate estimate = Estimate.ofRepeats(of);
    Interval interval = estimate.interval(CONFIDENCE);
    if (claim.expect() == Claim.Expected.HIGHER && claim.factor() == 0 && allZero(of)) {
      return new Verdict(
          claim, Verdict.Word.NOT_DECIDED, Optional.of(0.0), Optional.empty(), Text.figure(0));
    }
    return verdict(
        claim,
        estimate.mean(),
        of.length > 1 ? Optional.of(interval) : Optional.empty(),
        boundedLow(claim),
        boundedHigh(claim),
        Text.figure(estimate.mean()));
  }

  /** Judges {@code of - beside}, in the figure's unit. */
  private static Verdict apart(Claim claim, double[] of, double... beside) {
    Estimate difference = Estimate.ofRepeats(of).minus(Estimate.ofRepeats(beside));
    boolean isLower = claim.expect() == Claim.Expected.LOWER;
    double least = claim.more().orElseThrow();
    return verdict(
        claim,
        difference.mean(),
        of.length > 1 && beside.length > 1
            ? Optional.of(difference.interval(CONFIDENCE))
            : Optional.empty(),
        isLower ? Double.NEGATIVE_INFINITY : least,
        isLower ? -least : Double.POSITIVE_INFINITY,
        means(of, beside));
  }

  private static String means(double[] of, double... beside) {
    return Text.figure(mean(of)) + " beside " + Text.figure(mean(beside));
  }

  private static Verdict compared(Claim claim, double[] of, double... beside) {
    String means = means(of, beside);
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
    if (claim.expect() != Claim.Expected.ALIKE && allZero(of) && allZero(beside)) {
      return new Verdict(claim, Verdict.Word.NOT_DECIDED, ratio, Optional.empty(), means);
    }
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

  /** Returns the least figure that agrees with a claim about a number. */
  private static double boundedLow(Claim claim) {
    return claim.expect() == Claim.Expected.LOWER ? Double.NEGATIVE_INFINITY : claim.factor();
  }

  private static double boundedHigh(Claim claim) {
    return claim.expect() == Claim.Expected.LOWER ? claim.factor() : Double.POSITIVE_INFINITY;
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

  private static boolean allZero(double... figures) {
    return Arrays.stream(figures).allMatch(figure -> figure == 0);
  }

  private static double mean(double... figures) {
    return Arrays.stream(figures).average().orElse(0);
  }
}
