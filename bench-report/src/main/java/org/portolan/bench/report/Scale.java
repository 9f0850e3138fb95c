package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.api.Text;

/**
 * An axis: the place of values between its ends, and the labelled values. Immutable.
 *
 * @param low the value at the beginning
 * @param high the value at the end
 */
public record Scale(Kind kind, double low, double high) {
  private static final int TICKS_WANTED = 5;
  private static final double[] SHARES = {0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999};

  /** The layout of values. */
  public enum Kind {
    LINEAR,
    LOGARITHMIC,
    /** Shares of all, each nine as wide as the one before: 0, 90 %, 99 %, 99.9 %. */
    NINES
  }

  /** Returns a scale that holds all values, from 0 if it is linear. */
  static Scale of(Kind kind, double smallest, double largest) {
    switch (kind) {
      case LINEAR -> {
        if (largest <= 0) {
          return new Scale(kind, Math.min(0, smallest), 1);
        }
        double step = step(Math.max(largest, 1e-9));
        return new Scale(kind, Math.min(0, smallest), Math.ceil(largest / step - 1e-9) * step);
      }
      case LOGARITHMIC -> {
        double low = Math.pow(10, Math.floor(Math.log10(smallest)));
        double high = Math.pow(10, Math.ceil(Math.log10(Math.max(largest, smallest * 1.01))));
        // A decade that is hardly used is cut to the part with values.
        low = smallest / low >= 5 ? low * 5 : smallest / low >= 2 ? low * 2 : low;
        high = high / largest >= 5 ? high / 5 : high / largest >= 2 ? high / 2 : high;
        return new Scale(kind, low, Math.max(high, low * 2));
      }
      default -> {
        return new Scale(kind, 0, largest);
      }
    }
  }

  /** Returns a linear scale with exactly these ends, for example for time. */
  static Scale exactly(double low, double high) {
    return new Scale(Kind.LINEAR, low, Math.max(high, low + 1e-9));
  }

  /** Returns the place of a value: 0 at the beginning, 1 at the end. */
  double place(double value) {
    return (stretched(value) - stretched(low)) / (stretched(high) - stretched(low));
  }

  private double stretched(double value) {
    return switch (kind) {
      case LINEAR -> value;
      case LOGARITHMIC -> Math.log10(Math.max(value, low));
      case NINES -> -Math.log10(1 - Math.min(value, high));
    };
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    switch (kind) {
      case LINEAR -> {
        double step = step(high - low);
        for (int index = 0; low + index * step <= high * (1 + 1e-9); index++) {
          ticks.add(low + index * step);
        }
      }
      case LOGARITHMIC -> {
        boolean few = high / low <= 1_000;
        for (double decade = Math.pow(10, Math.floor(Math.log10(low))); decade <= high * 1.001; ) {
          for (double factor : few ? new double[] {1, 2, 5} : new double[] {1}) {
            double tick = decade * factor;
            if (tick >= low * 0.999 && tick <= high * 1.001) {
              ticks.add(tick);
            }
          }
          decade *= 10;
        }
      }
      case NINES -> {
        for (double share : SHARES) {
          if (share <= high) {
            ticks.add(share);
          }
        }
      }
    }
    return ticks;
  }

  String label(double tick) {
    if (kind == Kind.NINES) {
      return Text.plain(100 * tick) + " %";
    }
    if (tick >= 1e6) {
      return Text.plain(tick / 1e6) + "M";
    }
    return high >= 1e4 && tick >= 1e3 ? Text.plain(tick / 1e3) + "k" : Text.plain(tick);
  }

  private static double step(double range) {
    double raw = range / TICKS_WANTED;
    double decade = Math.pow(10, Math.floor(Math.log10(raw)));
    double rest = raw / decade;
    return decade * (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10);
  }
}
