package org.portolan.bench.generator;

import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * Finds the highest rate that a load generator keeps. A rate that is too high is halved until it is
 * kept, then the gap is halved until its ends are 5 % apart. Other work of the machine can only
 * make a generator late, so a rate counts as kept if one of {@link #TRIES} trials keeps it. A rate
 * below one that was kept is not tried, since a sleeping processor wakes later than a busy one.
 */
public final class HighestRate {
  /** The number of trials of a rate before it counts as too high. */
  public static final int TRIES = 3;

  private static final double LEAST = 100;
  private static final double PRECISION = 0.05;

  private HighestRate() {}

  /**
   * A rate that was kept.
   *
   * @param perSecond operations that actually started in a second; 0 if no rate was kept
   * @param late99Nanos 99 in 100 operations were at most this late
   */
  public record Kept(double perSecond, double late99Nanos) {
    static final Kept NONE = new Kept(0, 0);
  }

  /**
   * Returns the highest rate found.
   *
   * @param tooHigh a rate that is not kept, for example the throughput without a rate
   * @param trial runs a generator at a number of operations a second; empty if it was late
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
