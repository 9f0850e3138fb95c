package org.portolan.design.explain;

import java.time.Duration;
import java.util.Locale;

/** Estimated numbers for people: no more digits than an estimate has. */
public final class About {
  private static final double SECONDS_SHOWN = 90;
  private static final double MINUTES_SHOWN = 90;

  private About() {}

  /** Returns a time, rounded up, {@code 80 s}, {@code 34 min}, {@code 5.6 h}. */
  public static String time(double seconds) {
    if (seconds < SECONDS_SHOWN) {
      return (long) Math.ceil(seconds) + " s";
    }
    double minutes = seconds / Duration.ofMinutes(1).toSeconds();
    return minutes < MINUTES_SHOWN
        ? (long) Math.ceil(minutes) + " min"
        : String.format(Locale.ROOT, "%.1f h", minutes / Duration.ofHours(1).toMinutes());
  }

  /** Returns a number with two significant digits, rounded down, {@code 1,200,000}. */
  public static String number(long exact) {
    long unit = 1;
    while (exact / unit >= 100) {
      unit *= 10;
    }
    return String.format(Locale.ROOT, "%,d", exact / unit * unit);
  }

  /**
   * Returns a number of bytes, of which the greatest long stands for all above, {@code 950 bytes},
   * {@code 22 KB}, {@code 1.3 GB}.
   */
  public static String bytes(long exact) {
    if (exact < 1_000) {
      return exact + " bytes";
    }
    if (exact == Long.MAX_VALUE) {
      return "over 9,200 PB";
    }
    String[] units = {"KB", "MB", "GB", "TB", "PB"};
    double amount = exact / 1_000.0;
    int unit = 0;
    while (amount >= 999.5 && unit < units.length - 1) {
      amount /= 1_000;
      unit++;
    }
    return String.format(Locale.ROOT, amount < 9.95 ? "%.1f " : "%,.0f ", amount)
            .replace(".0 ", " ")
        + units[unit];
  }
}
