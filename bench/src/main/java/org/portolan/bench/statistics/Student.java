package org.portolan.bench.statistics;

/** Student's t distribution. */
public final class Student {
  /** From here on the difference to the normal distribution is below a millionth. */
  private static final double NORMAL_FROM = 1e6;

  private static final int BISECTIONS = 100;

  private Student() {}

  /**
   * Returns the probability of a value not above {@code t}.
   *
   * @param degrees of freedom, above 0, not necessarily whole
   */
  public static double below(double t, double degrees) {
    requireDegrees(degrees);
    if (degrees > NORMAL_FROM) {
      return Normal.below(t);
    }
    double tail = Beta.below(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
    return t < 0 ? tail : 1 - tail;
  }

  /** Returns the probability of a value at least as far from 0 as {@code t}, on either side. */
  public static double beyond(double t, double degrees) {
    return 2 * below(-Math.abs(t), degrees);
  }

  /** Returns the value not exceeded with a probability, which lies between 0 and 1. */
  public static double quantile(double probability, double degrees) {
    requireDegrees(degrees);
    if (probability < 0.5) {
      return -quantile(1 - probability, degrees);
    }
    double low = 0;
    double high = 1;
    while (below(high, degrees) < probability && high < Double.MAX_VALUE / 2) {
      high *= 2;
    }
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      if (below(middle, degrees) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private static void requireDegrees(double degrees) {
    if (!(degrees > 0)) {
      throw new IllegalArgumentException(
          "Student's distribution needs degrees of freedom above 0, not " + degrees);
    }
  }
}
