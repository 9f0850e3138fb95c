package org.portolan.bench.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.jdbc.JdbcUrl;

/** The values for the parameters of a benchmark or a workload, all checked. Immutable. */
public final class BenchOptions {
  private final Map<String, String> values;

  private BenchOptions(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Returns the options of a benchmark, with defaults for the parameters that are not given.
   *
   * @param given by parameter name
   * @throws IllegalArgumentException if a name is not a parameter of the benchmark or a value is
   *     wrong; the message names the correct ones
   */
  public static BenchOptions of(Benchmark benchmark, Map<String, String> given) {
    return of("benchmark '" + benchmark.name() + "'", benchmark.parameters(), given);
  }

  /**
   * Returns the options for some parameters, with defaults for those that are not given.
   *
   * @param whose the benchmark or workload that has the parameters, for messages
   * @param given by parameter name
   * @throws IllegalArgumentException if a name is not a parameter or a value is wrong; the message
   *     names the correct ones
   */
  public static BenchOptions of(
      String whose, List<Parameter> parameters, Map<String, String> given) {
    Map<String, String> values = new LinkedHashMap<>();
    parameters.forEach(parameter -> values.put(parameter.name(), parameter.defaultValue()));
    for (String name : given.keySet()) {
      if (!values.containsKey(name)) {
        throw new IllegalArgumentException(
            Text.format(
                "%s has no option --%s; it has %s",
                whose,
                name,
                parameters.stream()
                    .map(parameter -> "--" + parameter.name())
                    .collect(Collectors.joining(", "))));
      }
    }
    for (Parameter parameter : parameters) {
      String value = given.getOrDefault(parameter.name(), parameter.defaultValue());
      if (!parameter.kind().accepts(value)) {
        throw new IllegalArgumentException(
            Text.format(
                "--%s of %s must be %s, not '%s'",
                parameter.name(), whose, parameter.kind().rule(), value));
      }
      values.put(parameter.name(), value);
    }
    return new BenchOptions(values);
  }

  /** Returns all values in the order of the parameters. */
  public Map<String, String> values() {
    return Collections.unmodifiableMap(values);
  }

  public int integer(String parameter) {
    return Math.toIntExact(number(parameter));
  }

  public long number(String parameter) {
    return Long.parseLong(text(parameter));
  }

  public double decimal(String parameter) {
    return Double.parseDouble(text(parameter));
  }

  public Duration time(String parameter) {
    return Parameter.parseTime(text(parameter));
  }

  public String text(String parameter) {
    String value = values.get(parameter);
    if (value == null) {
      throw new IllegalArgumentException(
          "no parameter '" + parameter + "'; there are " + values.keySet());
    }
    return value;
  }

  /** Returns a file or directory, empty if none was given. */
  public Optional<Path> path(String parameter) {
    String value = text(parameter);
    return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
  }

  /** Returns all values in the order of the parameters, as typed, but without passwords. */
  public String commandLine() {
    return values.entrySet().stream()
        .filter(entry -> !entry.getValue().isEmpty())
        .map(entry -> "--" + entry.getKey() + " " + entry.getValue())
        .map(JdbcUrl::shown)
        .collect(Collectors.joining(" "));
  }
}
