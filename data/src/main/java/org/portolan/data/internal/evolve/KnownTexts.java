package org.portolan.data.internal.evolve;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The meaning of texts that were parsed lately. A process reads the same texts of its store at each
 * opening, at each step of a change of the design, and before it joins; to parse them would take
 * several times as long as to read them. Thread-safe; no thread waits for another.
 *
 * @param <T> the type of the meaning, immutable
 */
final class KnownTexts<T> {
  /** Several stores, each with the texts of a few steps. */
  private static final int TEXTS_MAX = 16;

  private final Map<String, T> known = new ConcurrentHashMap<>();

  /**
   * Returns the meaning of a text.
   *
   * @param parser called if the text is not known; its failures are thrown, and forgotten
   */
  T of(String text, Function<String, T> parser) {
    T meaning = known.get(text);
    if (meaning == null) {
      meaning = parser.apply(text);
      if (known.size() >= TEXTS_MAX) {
        known.clear();
      }
      known.put(text, meaning);
    }
    return meaning;
  }
}
