package org.portolan.engine.adapter;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The options of a store's URI: {@code name=value} pairs after the question mark, separated by
 * {@code &}. Every refusal is an {@link IllegalArgumentException} that names the URI, the option
 * and a correct form. Immutable.
 */
public final class UriOptions {
  private static final int PORT_MAX = 65_535;

  private final String uri;
  private final Map<String, String> values;

  private UriOptions(String uri, Map<String, String> values) {
    this.uri = uri;
    this.values = values;
  }

  /**
   * Reads the options of a URI.
   *
   * @param query the text after the question mark; null or empty if there is none
   * @param known the names of all options
   */
  public static UriOptions parse(String uri, String query, List<String> known) {
    Map<String, String> values = new HashMap<>();
    for (String part : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "'" + name + "' in '" + uri + "' is not an option; the options are " + known);
      }
      if (equals < 0) {
        throw new IllegalArgumentException(
            "the option '" + name + "' of '" + uri + "' has no value; write " + name + "=VALUE");
      }
      if (values.put(name, part.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(
            "the option '"
                + name
                + "' of '"
                + uri
                + "' is given twice, last as '"
                + part
                + "'; give it once");
      }
    }
    return new UriOptions(uri, Map.copyOf(values));
  }

  private IllegalArgumentException wrong(String option, String right) {
    return new IllegalArgumentException(
        "the "
            + option
            + " of '"
            + uri
            + "' must be "
            + right
            + ", not '"
            + values.get(option)
            + "'");
  }

  /**
   * Returns the text of an option.
   *
   * @param right the correct values, in words
   */
  public Optional<String> text(String option, Predicate<String> isRight, String right) {
    Optional<String> value = Optional.ofNullable(values.get(option));
    if (value.isPresent() && !isRight.test(value.get())) {
      throw wrong(option, right);
    }
    return value;
  }

  /** Returns a whole number in a range; empty if the option is not given. */
  public OptionalInt number(String option, int least, int most) {
    String value = values.get(option);
    if (value == null) {
      return OptionalInt.empty();
    }
    int number = value.matches("\\d{1,9}") ? Integer.parseInt(value) : -1;
    if (number < least || number > most) {
      throw wrong(option, "a number from " + least + " to " + most);
    }
    return OptionalInt.of(number);
  }

  /** Returns a time in a range, as {@link Durations} reads it. */
  public Duration time(String option, Duration otherwise, Duration least, Duration most) {
    String value = values.get(option);
    if (value == null) {
      return otherwise;
    }
    return Durations.parse(value)
        .filter(time -> time.compareTo(least) >= 0 && time.compareTo(most) <= 0)
        .orElseThrow(
            () ->
                wrong(
                    option,
                    "a time from "
                        + Durations.text(least)
                        + " to "
                        + Durations.text(most)
                        + ", for example "
                        + Durations.text(otherwise)
                        + " or 1500ms"));
  }

  /** Returns a constant of an enum; the option may be written in upper or lower case. */
  public <E extends Enum<E>> E constant(String option, E otherwise, List<E> allowed) {
    String value = values.get(option);
    if (value == null) {
      return otherwise;
    }
    return allowed.stream()
        .filter(each -> each.name().equals(value.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    option,
                    allowed.stream()
                        .map(Enum::name)
                        .collect(Collectors.joining(", ", "one of ", ""))));
  }

  /** Returns addresses {@code HOST:PORT}, separated by commas; none if they are not given. */
  public List<String> addresses(String option) {
    Optional<String> value =
        text(
            option,
            text -> Arrays.stream(text.split(",", -1)).allMatch(UriOptions::isAddress),
            "HOST:PORT, several separated by commas");
    return value.map(text -> List.of(text.split(",", -1))).orElse(List.of());
  }

  private static boolean isAddress(String text) {
    int colon = text.indexOf(':');
    return colon > 0
        && text.indexOf(' ') < 0
        && text.substring(colon + 1).matches("\\d{1,5}")
        && Integer.parseInt(text.substring(colon + 1)) <= PORT_MAX;
  }
}
