package org.portolan.bench.api;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;

/** Text for people and files, the same in every locale. */
public final class Text {
  private Text() {}

  /** Formats as {@link String#format(Locale, String, Object...)} does. */
  @FormatMethod
  public static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }

  /** Returns a whole number with its thousands marked: "1,234". */
  public static String count(long number) {
    return format("%,d", number);
  }

  /** Returns a figure with three significant digits, or more before the decimal point. */
  public static String figure(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    String form = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, form, value);
  }

  /** Returns nanoseconds as the {@link #figure} of their milliseconds. */
  public static String millis(long nanos) {
    return figure(nanos / 1e6);
  }

  /** Returns a number with at most four decimal places, none of them needless: "1,234.5". */
  public static String plain(double value) {
    return format("%,.4f", value).replaceAll("\\.?0+$", "");
  }
}
