package org.portolan.bench.generator;

import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * The highest rate that a load generator keeps. A rate that is too high is halved until it is kept,
 * then the gap is halved until its ends are 5 % apart. What else a machine does can only make a
 * generator late, so a rate counts as kept if one of {@link #TRIES} keeps it; and a rate below one
 * that was kept is not asked about, since a processor that sleeps wakes later than one that works.
 */
public final class HighestRate {
  /** How often a rate is tried before it counts as too high. */
  public static final int TRIES = 3;

  private static final double LEAST = 100;
  private static final double PRECISION = 0.05;

  private HighestRate() {}

  /**
   * A rate that was kept.
   *
   * @param perSecond operations that really started in a second; 0 if no rate was kept
   * @param late99Nanos 99 in 100 were this late at most
   */
  public record Kept(double perSecond, double late99Nanos) {
    static final Kept NONE = new Kept(0, 0);
  }

  /**
   * Returns the highest rate found.
   *
   * @param tooHigh a rate that is not kept, for example what the generator does without one
   * @param trial runs a generator at so many operations a second; gives nothing if it was late
   */
  public static Kept find(double tooHigh, DoubleFunction<Optional<Kept>> trial) {
    double high = tooHigh;
    double rate = high / 2;
    Optional<Kept> kept = Optional.empty();
    while (kept.isEmpty() && rate >= LEAST) {
      kept = tried(trial, rate);
      if (kept.isEmpty()) {
        high = rate;
        rate /= 2;
      }
    }
    Kept best = kept.orElse(Kept.NONE);
    while (kept.isPresent() && high - rate > PRECISION * high) {
      double middle = (rate + high) / 2;
      Optional<Kept> tried = tried(trial, middle);
      if (tried.isPresent()) {
        best = tried.get();
        rate = middle;
      } else {
        high = middle;
      }
    }
    return best;
  }

  private static Optional<Kept> tried(DoubleFunction<Optional<Kept>> trial, double rate) {
    Optional<Kept> kept = Optional.empty();
    for (int count = 0; count < TRIES && kept.isEmpty(); count++) {
      kept = trial.apply(rate);
    }
    return kept;
  }
}
