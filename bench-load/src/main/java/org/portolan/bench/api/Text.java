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
}
