package org.portolan.engine.cassandra;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 10s}, {@code 1m}, {@code 3h}, {@code 10d}.
 */
final class Durations {
  private static final Pattern FORM = Pattern.compile("(?<number>\\d{1,9})(?<unit>ms|s|m|h|d)");

  private Durations() {}

  static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group("number"));
    return Optional.of(
        switch (matcher.group("unit")) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofDays(number);
        });
  }
}
