package org.portolan.advisor.report;

import java.util.Locale;

/** Figures for people. */
final class Figures {
  private Figures() {}

  /** Returns a number with its noun, in the plural unless it is one. */
  static String count(long number, String noun) {
    String plural = noun + "s";
    if (noun.endsWith("ry")) {
      plural = noun.substring(0, noun.length() - 1) + "ies";
    }
    return number(number) + " " + (number == 1 ? noun : plural);
  }

  /** Returns a number with one decimal if it is small. */
  static String decimal(double number) {
    return number >= 100 || number == Math.rint(number)
        ? number(Math.round(number))
        : String.format(Locale.ROOT, "%.1f", number);
  }

  /** Returns a share in percent. */
  static String percent(double share) {
    return share(Math.round(share * 1e6), 1_000_000);
  }

  /** Returns a number of bytes in the unit that keeps it short. */
  static String bytes(long bytes) {
    return bytes < 10 << 10
        ? number(bytes) + " B"
        : bytes < 10 << 20 ? number(bytes >> 10) + " KiB" : number(bytes >> 20) + " MiB";
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns a share in percent, never 100 % or 0 % unless it is all or nothing. */
  static String share(long part, long all) {
    if (all == 0) {
      return "-";
    }
    double percent = 100.0 * part / all;
    if (part != all && percent > 99.9) {
      return "over 99.9 %";
    }
    if (part != 0 && percent < 0.1) {
      return "under 0.1 %";
    }
    return String.format(
        Locale.ROOT, percent == Math.rint(percent) ? "%.0f %%" : "%.1f %%", percent);
  }

  /** Returns a time with three digits or fewer. */
  static String seconds(double seconds) {
    if (seconds >= 1) {
      return String.format(Locale.ROOT, seconds >= 100 ? "%,.0f s" : "%.1f s", seconds);
    }
    double millis = seconds * 1000;
    return String.format(
        Locale.ROOT, millis >= 10 ? "%.0f ms" : millis >= 1 ? "%.1f ms" : "%.2f ms", millis);
  }

  /** Returns a text in one line, cut to {@code charsMax} characters. */
  static String line(String text, int charsMax) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= charsMax ? line : line.substring(0, charsMax - 1) + "…";
  }
}
