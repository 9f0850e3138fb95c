package org.portolan.bench.search;

import java.util.OptionalDouble;
import org.portolan.bench.api.Text;

/** Loads as a person would choose them: few digits, and whole numbers of threads. */
final class Loads {
  private static final int DIGITS = 3;

  private Loads() {}

  /**
   * Returns the load nearest to the middle between two others; empty if no other lies between them.
   */
  static OptionalDouble between(SearchSpec.Axis by, double low, double high) {
    double middle = (low + high) / 2;
    if (by == SearchSpec.Axis.THREADS) {
      double whole = Math.floor(middle);
      return whole > low && whole < high ? OptionalDouble.of(whole) : OptionalDouble.empty();
    }
    double rounded = rounded(middle);
    return OptionalDouble.of(rounded > low && rounded < high ? rounded : middle);
  }

  /** Returns a round load near a calculated one. */
  static double near(SearchSpec.Axis by, double load) {
    return by == SearchSpec.Axis.THREADS ? Math.max(1, Math.floor(load)) : rounded(load);
  }

  private static double rounded(double load) {
    double unit = Math.pow(10, Math.floor(Math.log10(load)) - DIGITS + 1);
    // Dividing by a whole number keeps 0.3 from becoming 0.30000000000000004.
    return unit < 1
        ? Math.round(load / unit) / Math.rint(1 / unit)
        : Math.round(load / unit) * unit;
  }

  static String text(double load) {
    if (load == Math.rint(load)) {
      return Text.format("%,.0f", load);
    }
    return Text.format(load >= 100 ? "%,.1f" : "%.3g", load);
  }
}
