package org.portolan.bench.generator;

import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * The highest rate that a load generator keeps. A first rate is doubled until it is not kept any
 * more (or quartered until it is), then the gap is halved until its ends are 5 % apart. What else a
 * machine does can only make a generator late, so a rate counts as kept if one of {@link #TRIES}
 * keeps it.
 */
public final class HighestRate {
  /** How often a rate is tried before it counts as too high. */
  public static final int TRIES = 3;

  private static final double FIRST = 10_000;
  private static final double LEAST = 100;
  private static final double MOST = 100_000_000;
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
   * @param trial runs a generator at so many operations a second; gives nothing if it was late
   */
  public static Kept find(DoubleFunction<Optional<Kept>> trial) {
    Kept best = Kept.NONE;
    double kept = 0;
    double tooHigh = Double.MAX_VALUE;
    double rate = FIRST;
    while (rate < tooHigh && rate <= MOST && tooHigh - kept > PRECISION * tooHigh) {
      Optional<Kept> tried = tried(trial, rate);
      if (tried.isPresent()) {
        best = tried.get();
        kept = rate;
      } else {
        tooHigh = rate;
      }
      rate = tooHigh == Double.MAX_VALUE ? 2 * rate : between(kept, tooHigh);
    }
    return best;
  }

  private static double between(double kept, double tooHigh) {
    return kept == 0 ? Math.max(LEAST, tooHigh / 4) : (kept + tooHigh) / 2;
  }

  private static Optional<Kept> tried(DoubleFunction<Optional<Kept>> trial, double rate) {
    Optional<Kept> kept = Optional.empty();
    for (int count = 0; count < TRIES && kept.isEmpty(); count++) {
      kept = trial.apply(rate);
    }
    return kept;
  }
}
