package org.portolan.bench.statistics;

/** The beta distribution, from which those of Student and of proportions follow. */
final class Beta {
  private static final double TINY = 1e-300;
  private static final double PRECISION = 1e-15;
  private static final int FRACTION_TERMS_MAX = 100_000;
  private static final int BISECTIONS = 100;

  /** Lanczos's approximation with g = 7 and 9 terms (Godfrey 2001): 15 digits. */
  private static final double[] LANCZOS = {
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7
  };

  private static final double LANCZOS_G = 7;

  private Beta() {}

  /**
   * Returns the probability of a value not above {@code x}: the regularized incomplete beta
   * function, by Lentz's continued fraction (Numerical Recipes, 3rd edition, 6.4).
   */
  static double below(double x, double first, double second) {
    if (x <= 0) {
      return 0;
    }
    if (x >= 1) {
      return 1;
    }
    double front =
        Math.exp(
            logGamma(first + second)
                - logGamma(first)
                - logGamma(second)
                + first * Math.log(x)
                + second * Math.log1p(-x));
    return x < (first + 1) / (first + second + 2)
        ? front * fraction(x, first, second) / first
        : 1 - front * fraction(1 - x, second, first) / second;
  }

  private static double fraction(double x, double first, double second) {
    double numerator = 1;
    double denominator = 1 / notZero(1 - (first + second) * x / (first + 1));
    double result = denominator;
    for (int term = 1; term <= FRACTION_TERMS_MAX; term++) {
      double twice = 2.0 * term;
      double even = term * (second - term) * x / ((first + twice - 1) * (first + twice));
      denominator = 1 / notZero(1 + even * denominator);
      numerator = notZero(1 + even / numerator);
      result *= denominator * numerator;
      double odd =
          -(first + term) * (first + second + term) * x / ((first + twice) * (first + twice + 1));
      denominator = 1 / notZero(1 + odd * denominator);
      numerator = notZero(1 + odd / numerator);
      double change = denominator * numerator;
      result *= change;
      if (Math.abs(change - 1) < PRECISION) {
        break;
      }
    }
    return result;
  }

  private static double notZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /** Returns the value not exceeded with a probability. */
  static double quantile(double probability, double first, double second) {
    double low = 0;
    double high = 1;
    for (int step = 0; step < BISECTIONS && high - low > Math.ulp(high); step++) {
      double middle = (low + high) / 2;
      if (below(middle, first, second) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private static double logGamma(double x) {
    if (x < 0.5) {
      return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
    }
    double sum = LANCZOS[0];
    for (int term = 1; term < LANCZOS.length; term++) {
      sum += LANCZOS[term] / (x - 1 + term);
    }
    double base = x - 1 + LANCZOS_G + 0.5;
    return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
  }
}
