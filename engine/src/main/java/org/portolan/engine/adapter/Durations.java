package org.portolan.engine.adapter;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 10s}, {@code 1m}, {@code 3h}, {@code 10d}.
 */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(?<number>\\d{1,9})(?<unit>ms|s|m|h|d)");

  private Durations() {}

  /** Returns the duration; empty if the text is not of this form. */
  public static Optional<Duration> parse(String text) {
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

  /** Returns the shortest text that {@link #parse} reads as this duration of whole milliseconds. */
  public static String text(Duration duration) {
    if (duration.toMillisPart() != 0 || duration.isZero()) {
      return duration.toMillis() + "ms";
    }
    if (duration.toSecondsPart() != 0) {
      return duration.toSeconds() + "s";
    }
    if (duration.toMinutesPart() != 0) {
      return duration.toMinutes() + "m";
    }
    return duration.toHoursPart() == 0 ? duration.toDays() + "d" : duration.toHours() + "h";
  }
}
