package org.portolan.bench.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** An enum constant that has a spelling for people: {@code KEPT_UP} is {@code kept-up}. */
public interface Spelled {

  /** Returns the constant's name in the code. */
  String name();

  /** Returns the word on the command line, in files and in summaries. */
  default String spelling() {
    return spelling(name());
  }

  /** Returns the spelling of a constant of an enum that is not one of these, by its name. */
  static String spelling(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the spellings of all constants, in their order. */
  static <E extends Enum<E> & Spelled> List<String> words(Class<E> kind) {
    return Arrays.stream(kind.getEnumConstants()).map(Spelled::spelling).toList();
  }

  /**
   * Returns the constant with a spelling.
   *
   * @throws IllegalArgumentException if there is none
   */
  static <E extends Enum<E> & Spelled> E of(Class<E> kind, String word) {
    return Enum.valueOf(kind, word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
