package org.portolan.design;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/**
 * What the values of a column of a scalar type must satisfy. As in SQL, null satisfies every bound
 * and pattern; only {@code required} refuses it.
 *
 * @param required whether the column must not be null
 * @param defaultValue the value of a row or item that is put or inserted without one
 * @param min the least value
 * @param max the greatest value
 * @param pattern a regular expression, of {@link java.util.regex.Pattern}, that the whole text
 *     matches
 */
public record ColumnRule(
    boolean required,
    Optional<Object> defaultValue,
    Optional<Object> min,
    Optional<Object> max,
    Optional<String> pattern) {

  /** A process has few designs, and each few patterns. */
  private static final Map<String, Pattern> COMPILED = new ConcurrentHashMap<>();

  /** The rule that every value satisfies. */
  public static final ColumnRule NONE =
      new ColumnRule(false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns rules by column, sorted, without those that every value satisfies. */
  static Map<String, ColumnRule> sorted(Map<String, ColumnRule> rules) {
    Map<String, ColumnRule> sorted = new TreeMap<>(rules);
    sorted.values().removeIf(NONE::equals);
    return Collections.unmodifiableMap(sorted);
  }

  /**
   * Returns why a value of the type breaks the rule, for people: {@code is less than 0}; empty if
   * it does not.
   */
  public Optional<String> violation(ScalarType type, Object value) {
    if (value == null) {
      return required ? Optional.of("is null, but required") : Optional.empty();
    }
    if (min.isPresent() && Values.compare(type, value, min.get()) < 0) {
      return Optional.of("is less than " + Values.render(type, min.get()));
    }
    if (max.isPresent() && Values.compare(type, value, max.get()) > 0) {
      return Optional.of("is greater than " + Values.render(type, max.get()));
    }
    return pattern
        .filter(expression -> !compiled(expression).matcher((String) value).matches())
        .map(expression -> "does not match " + expression);
  }

  private static Pattern compiled(String expression) {
    return COMPILED.computeIfAbsent(expression, Pattern::compile);
  }

  /** Returns the rule for people, {@code required, default 0, min 0}; empty for {@link #NONE}. */
  public String text(ScalarType type) {
    List<String> parts = new ArrayList<>();
    if (required) {
      parts.add("required");
    }
    defaultValue.ifPresent(value -> parts.add("default " + Values.render(type, value)));
    min.ifPresent(value -> parts.add("min " + Values.render(type, value)));
    max.ifPresent(value -> parts.add("max " + Values.render(type, value)));
    pattern.ifPresent(text -> parts.add("pattern " + text));
    return String.join(", ", parts);
  }
}
