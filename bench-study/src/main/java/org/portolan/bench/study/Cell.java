package org.portolan.bench.study;

import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One combination of the variables of a step. Immutable.
 *
 * @param values of the step's variables, in their order
 */
public record Cell(Step step, Map<String, String> values) {
  /**
   * Prefixes of caches on Ignite have at most 32 characters, keyspaces 48: "portolan_" is among
   * them, and the number of a turn that a benchmark may append.
   */
  private static final int STORE_NAME_LENGTH = 20;

  public Cell {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns whether the cell has all of some values. */
  public boolean has(Map<String, String> some) {
    return some.entrySet().stream()
        .allMatch(one -> one.getValue().equals(values.get(one.getKey())));
  }

  /** Returns the values as a reader sees them: {@code basic, 8}. */
  public String text() {
    return values.isEmpty() ? step.name() : String.join(", ", values.values());
  }

  /** Returns a name for files: {@code edits-basic-8}. */
  public String fileName() {
    return (step.name() + "-" + String.join("-", values.values()))
        .replaceAll("[^A-Za-z0-9.-]+", "_")
        .replaceAll("-$", "");
  }

  /**
   * Returns a name for a store: letters, digits and underscores, at most {@value
   * #STORE_NAME_LENGTH} of them. A longer one ends with a number of all of it instead.
   */
  String storeName() {
    String name = fileName().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    if (name.length() <= STORE_NAME_LENGTH) {
      return name;
    }
    String number = HexFormat.of().toHexDigits(name.hashCode());
    return name.substring(0, STORE_NAME_LENGTH - number.length() - 1) + "_" + number;
  }

  /**
   * Returns a text in which each {@code $name} is replaced by the value of a variable.
   *
   * @param more variables besides those of the cell
   * @throws IllegalArgumentException if it names a variable that is in neither
   */
  String filled(String text, Map<String, String> more) {
    return Variables.filled(
        text,
        name -> {
          String own = values.get(name);
          return own == null ? more.get(name) : own;
        },
        () ->
            Stream.concat(values.keySet().stream(), more.keySet().stream())
                .sorted()
                .collect(Collectors.joining(", ")));
  }
}
