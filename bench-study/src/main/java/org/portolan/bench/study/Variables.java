package org.portolan.bench.study;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Variables in texts: {@code $threads}. */
final class Variables {
  private static final Pattern NAME = Pattern.compile("\\$([a-z][a-z-]*[a-z]|[a-z])");

  private Variables() {}

  /**
   * Returns a text with values in place of variables.
   *
   * @param values returns null for a name that is no variable
   * @param known lists the variables, for the message
   */
  static String filled(String text, UnaryOperator<String> values, Supplier<String> known) {
    return NAME.matcher(text)
        .replaceAll(
            found -> {
              String value = values.apply(found.group(1));
              if (value == null) {
                throw new IllegalArgumentException(
                    "'"
                        + text
                        + "' names the variable $"
                        + found.group(1)
                        + "; there are "
                        + known.get());
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
