package org.portolan.codegen;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of a design as identifiers of Java. A letter behind an underscore becomes a capital, and
 * every other underscore stays: so two names never become one identifier, and {@code
 * org.portolan.data.records} finds the column of a component again.
 */
final class Identifiers {
  private static final Pattern NEXT_WORD = Pattern.compile("_([a-z])");

  private Identifiers() {}

  /** Returns a name of a design as a variable: {@code placed_at} is {@code placedAt}. */
  static String variable(String name) {
    return NEXT_WORD.matcher(name).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }

  /** Returns a name of a design as a class: {@code order_line} is {@code OrderLine}. */
  static String type(String name) {
    return capitalized(variable(name));
  }

  /** Returns a name of a design as a constant. */
  static String constant(String name) {
    return name.toUpperCase(Locale.ROOT);
  }

  /** Returns the name of a whole design as the beginning of a class: {@code my-shop}. */
  static String designType(String name) {
    String words =
        Arrays.stream(name.split("-", -1))
            .filter(word -> !word.isEmpty())
            .map(Identifiers::capitalized)
            .collect(Collectors.joining());
    return Character.isDigit(words.charAt(0)) ? "_" + words : words;
  }

  private static String capitalized(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
