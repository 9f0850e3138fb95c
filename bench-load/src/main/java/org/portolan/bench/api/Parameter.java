package org.portolan.bench.api;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.bench.random.Distributions;

/**
 * A parameter of a benchmark or a workload.
 *
 * @param name without the dashes of the command line
 * @param defaultValue as it would be written on the command line
 */
public record Parameter(String name, Kind kind, String defaultValue, String description) {

  private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,8})(us|ms|s|min)");

  /**
   * The values that a parameter accepts.
   *
   * @param label the placeholder for the value in help
   * @param rule describes the accepted values; it follows "must be" in messages
   * @param words all values, if they are few enough to be listed; else empty
   * @param right whether a value is accepted; an {@link IllegalArgumentException} means that it is
   *     not
   */
  public record Kind(String label, String rule, List<String> words, Predicate<String> right) {
    public Kind {
      words = List.copyOf(words);
    }

    private Kind(String label, String rule, Predicate<String> right) {
      this(label, rule, List.of(), right);
    }

    public boolean accepts(String value) {
      try {
        return right.test(value);
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    /** Returns the kind of whole numbers within bounds, both inclusive. */
    static Kind whole(long minimum, long maximum) {
      return new Kind(
          "N",
          "a whole number from " + minimum + " to " + maximum,
          value -> Long.parseLong(value) >= minimum && Long.parseLong(value) <= maximum);
    }

    /** Returns the kind of numbers within bounds, both inclusive. */
    public static Kind decimal(double minimum, double maximum) {
      return new Kind(
          "X",
          "a number from " + minimum + " to " + maximum,
          value -> Double.parseDouble(value) >= minimum && Double.parseDouble(value) <= maximum);
    }
  }

  public Parameter {
    if (!kind.accepts(defaultValue)) {
      throw new IllegalArgumentException(
          "the default of " + name + " must be " + kind.rule() + " but is '" + defaultValue + "'");
    }
  }

  public static Parameter whole(
      String name, long minimum, long maximum, long defaultValue, String description) {
    return new Parameter(
        name, Kind.whole(minimum, maximum), Long.toString(defaultValue), description);
  }

  /** Returns a parameter that accepts one of some words. */
  public static Parameter choice(
      String name, List<String> words, String defaultValue, String description) {
    Kind kind = new Kind("NAME", "one of " + String.join(", ", words), words, words::contains);
    return new Parameter(name, kind, defaultValue, description);
  }

  public static Parameter decimal(
      String name, double minimum, double maximum, double defaultValue, String description) {
    return new Parameter(
        name, Kind.decimal(minimum, maximum), Double.toString(defaultValue), description);
  }

  /** Returns a parameter that accepts a name that is not empty. */
  public static Parameter text(String name, String defaultValue, String description) {
    Kind kind = new Kind("NAME", "a name", value -> !value.isBlank());
    return new Parameter(name, kind, defaultValue, description);
  }

  /** Returns an optional parameter: the addresses of servers, separated by commas. */
  public static Parameter addresses(String name, String description) {
    Kind kind =
        new Kind(
            "URL",
            "the address of a server, like http://127.0.0.1:8080",
            value -> value.isEmpty() || value.contains("://"));
    return new Parameter(name, kind, "", description);
  }

  /** Returns an optional parameter: the JDBC URL of a database. */
  public static Parameter database(String name, String prefix, String description) {
    Kind kind =
        new Kind(
            "URL",
            "a JDBC URL that begins with " + prefix,
            value -> value.isEmpty() || value.startsWith(prefix));
    return new Parameter(name, kind, "", description);
  }

  /** Returns the distribution of items. Only opening a trace shows whether it can be read. */
  public static Parameter distribution(String defaultValue, String description) {
    Kind kind =
        new Kind(
            "DISTRIBUTION",
            "a distribution: " + Distributions.FORMS,
            value -> Distributions.isTrace(value) || Distributions.parse(value) != null);
    return new Parameter(
        "distribution", kind, defaultValue, description + ": " + Distributions.FORMS + ".");
  }

  /** Returns a parameter that accepts a length of time with its unit. */
  public static Parameter time(String name, String defaultValue, String description) {
    Kind kind =
        new Kind(
            "TIME",
            "a whole number with its unit, us, ms, s or min, like 200ms",
            value -> TIME.matcher(value).matches());
    return new Parameter(name, kind, defaultValue, description);
  }

  /** Returns an optional parameter: a length of time with its unit. */
  public static Parameter optionalTime(String name, String description) {
    Kind kind =
        new Kind(
            "TIME",
            "a whole number with its unit, us, ms, s or min, like 200ms",
            value -> value.isEmpty() || TIME.matcher(value).matches());
    return new Parameter(name, kind, "", description);
  }

  /** Returns the duration of an accepted value. */
  static Duration parseTime(String value) {
    Matcher matcher = TIME.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("a time must be like 200ms, not '" + value + "'");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "us" -> Duration.of(number, ChronoUnit.MICROS);
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  /** Returns the number of measured rounds, a parameter of every benchmark that compares. */
  public static Parameter rounds(long defaultValue) {
    return whole("rounds", 1, 1_000, defaultValue, "How often each variant is measured.");
  }

  /** Returns the number of warm-up rounds, which are run first and thrown away. */
  public static Parameter warmUp(long defaultValue) {
    return whole(
        "warm-up", 0, 1_000, defaultValue, "The number of warm-up rounds, which are not measured.");
  }

  /** Returns an optional parameter: the store to measure on. */
  public static Parameter store(String description) {
    Kind kind =
        new Kind(
            "URI",
            "the URI of a store, like hbase://127.0.0.1:2181/bench",
            value -> value.isEmpty() || value.indexOf(':') > 0);
    return new Parameter("store", kind, "", description);
  }

  /** Returns an optional parameter: a file or directory. */
  public static Parameter path(String name, String description) {
    return new Parameter(
        name, new Kind("PATH", "a file or directory", value -> true), "", description);
  }

  /** Returns the directory for stores that are deleted again. */
  public static Parameter directory() {
    return path(
        "dir",
        "The directory for temporary stores (default: the system's directory for temporary"
            + " files).");
  }
}
