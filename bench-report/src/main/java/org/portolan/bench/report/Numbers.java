package org.portolan.bench.report;

import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Text;

/** Numbers as reports show them. */
final class Numbers {
  private Numbers() {}

  /** Returns nanoseconds as milliseconds with three significant digits. */
  static String millis(long nanos) {
    return figure(nanos / 1e6);
  }

  /** Returns a percentile of nanoseconds as milliseconds with three significant digits. */
  static String millis(Histogram histogram, double percentile) {
    return millis(histogram.getValueAtPercentile(percentile));
  }

  /** Returns a number as a person would type it, without needless digits. */
  static String plain(double value) {
    String text = Text.format("%,.3f", value);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  /** Returns a figure with three significant digits. */
  static String figure(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    String form = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, form, value);
  }
}
