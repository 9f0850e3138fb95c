package org.portolan.bench.api;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.bench.random.Distributions;

/**
 * Something that can be set of a benchmark.
 *
 * @param name without the dashes of the command line
 * @param defaultValue as it would be written on the command line
 */
public record Parameter(String name, Kind kind, String defaultValue, String description) {

  /** Which values a parameter takes. */
  public sealed interface Kind {
    /** Returns what stands for the value in help. */
    String label();

    /** Returns what is right, to follow "must be". */
    String rule();

    boolean accepts(String value);
  }

  /** Whole numbers within bounds, both inclusive. */
  public record Whole(long minimum, long maximum) implements Kind {
    @Override
    public String label() {
      return "N";
    }

    @Override
    public String rule() {
      return "a whole number from " + minimum + " to " + maximum;
    }

    @Override
    public boolean accepts(String value) {
      try {
        long number = Long.parseLong(value);
        return number >= minimum && number <= maximum;
      } catch (NumberFormatException e) {
        return false;
      }
    }
  }

  /** One of some words. */
  public record Choice(List<String> words) implements Kind {
    public Choice {
      words = List.copyOf(words);
    }

    @Override
    public String label() {
      return "NAME";
    }

    @Override
    public String rule() {
      return "one of " + String.join(", ", words);
    }

    @Override
    public boolean accepts(String value) {
      return words.contains(value);
    }
  }

  /** A file or directory; empty for what the description says. */
  public record PathName() implements Kind {
    @Override
    public String label() {
      return "PATH";
    }

    @Override
    public String rule() {
      return "a file or directory";
    }

    @Override
    public boolean accepts(String value) {
      return true;
    }
  }

  /** The URI of a store; empty for what the description says. */
  public record StoreUri() implements Kind {
    @Override
    public String label() {
      return "URI";
    }

    @Override
    public String rule() {
      return "the URI of a store, like hbase://127.0.0.1:2181/bench";
    }

    @Override
    public boolean accepts(String value) {
      return value.isEmpty() || value.indexOf(':') > 0;
    }
  }

  /** Numbers within bounds, both inclusive. */
  public record Decimal(double minimum, double maximum) implements Kind {
    @Override
    public String label() {
      return "X";
    }

    @Override
    public String rule() {
      return "a number from " + minimum + " to " + maximum;
    }

    @Override
    public boolean accepts(String value) {
      try {
        double number = Double.parseDouble(value);
        return number >= minimum && number <= maximum;
      } catch (NumberFormatException e) {
        return false;
      }
    }
  }

  /** A name that is not empty. */
  public record Text() implements Kind {
    @Override
    public String label() {
      return "NAME";
    }

    @Override
    public String rule() {
      return "a name";
    }

    @Override
    public boolean accepts(String value) {
      return !value.isBlank();
    }
  }

  /** Addresses of servers with commas between; empty for what the description says. */
  public record Addresses() implements Kind {
    @Override
    public String label() {
      return "URL";
    }

    @Override
    public String rule() {
      return "the address of a server, like http://127.0.0.1:8080";
    }

    @Override
    public boolean accepts(String value) {
      return value.isEmpty() || value.contains("://");
    }
  }

  /** A length of time with its unit. */
  public record Time() implements Kind {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})(us|ms|s|min)");

    @Override
    public String label() {
      return "TIME";
    }

    @Override
    public String rule() {
      return "a whole number with its unit, us, ms, s or min, like 200ms";
    }

    @Override
    public boolean accepts(String value) {
      return FORM.matcher(value).matches();
    }

    /** Returns the time that an accepted value is. */
    static Duration parse(String value) {
      Matcher matcher = FORM.matcher(value);
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
  }

  /** How items are chosen; whether a trace can be read shows when it is. */
  public record DistributionText() implements Kind {
    @Override
    public String label() {
      return "DISTRIBUTION";
    }

    @Override
    public String rule() {
      return "a distribution: " + Distributions.FORMS;
    }

    @Override
    public boolean accepts(String value) {
      try {
        return Distributions.isTrace(value) || Distributions.parse(value) != null;
      } catch (IllegalArgumentException e) {
        return false;
      }
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
        name, new Whole(minimum, maximum), Long.toString(defaultValue), description);
  }

  public static Parameter choice(
      String name, List<String> words, String defaultValue, String description) {
    return new Parameter(name, new Choice(words), defaultValue, description);
  }

  public static Parameter decimal(
      String name, double minimum, double maximum, double defaultValue, String description) {
    return new Parameter(
        name, new Decimal(minimum, maximum), Double.toString(defaultValue), description);
  }

  public static Parameter text(String name, String defaultValue, String description) {
    return new Parameter(name, new Text(), defaultValue, description);
  }

  /** Returns the addresses of servers, which need not be given. */
  public static Parameter addresses(String name, String description) {
    return new Parameter(name, new Addresses(), "", description);
  }

  /** Returns how items are chosen. */
  public static Parameter distribution(String defaultValue, String description) {
    return new Parameter(
        "distribution",
        new DistributionText(),
        defaultValue,
        description + ": " + Distributions.FORMS + ".");
  }

  /** Returns a length of time. */
  public static Parameter time(String name, String defaultValue, String description) {
    return new Parameter(name, new Time(), defaultValue, description);
  }

  /** Returns the number of measured rounds, which all benchmarks that compare have. */
  public static Parameter rounds(long defaultValue) {
    return whole("rounds", 1, 1_000, defaultValue, "How often each variant is measured.");
  }

  /** Returns the number of rounds run before and thrown away. */
  public static Parameter warmUp(long defaultValue) {
    return whole("warm-up", 0, 1_000, defaultValue, "How many rounds go before, unmeasured.");
  }

  /** Returns the store to measure on, which need not be given. */
  public static Parameter store(String description) {
    return new Parameter("store", new StoreUri(), "", description);
  }

  /** Returns a file or directory that need not be given. */
  public static Parameter path(String name, String description) {
    return new Parameter(name, new PathName(), "", description);
  }

  /** Returns the directory for stores that are deleted again. */
  public static Parameter directory() {
    return path(
        "dir",
        "Where temporary stores are made (default: the system's place for temporary files).");
  }
}
