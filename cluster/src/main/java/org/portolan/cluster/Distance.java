package org.portolan.cluster;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the servers of a cluster are from one another: how long their messages to each other take
 * one way, so a message and its answer take twice as long. Immutable.
 *
 * @param oneWay 0 to {@link #MAX}; 0 for none
 */
public record Distance(Duration oneWay) {
  /**
   * The largest distance. Cables between any two places on Earth take less, and a conditional write
   * of Cassandra, which takes four round trips, still ends before the servers give it up.
   */
  public static final Duration MAX = Duration.ofMillis(200);

  /** No distance: messages take as long as loopback takes. */
  public static final Distance NONE = new Distance(Duration.ZERO);

  private static final Pattern SPELLING = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(ms|s)");

  /** Checks the distance. */
  public Distance {
    if (oneWay.isNegative() || oneWay.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          "a distance must be 0ms to "
              + spelling(MAX)
              + " one way, not "
              + spelling(oneWay)
              + ": name a shorter time");
    }
  }

  /**
   * Parses a time with its unit: {@code 20ms}, {@code 0.5ms}, {@code 0.1s}.
   *
   * @throws IllegalArgumentException if it is no time, has no unit, or is out of bounds
   */
  public static Distance of(String text) {
    Matcher parts = SPELLING.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a distance must be a time of 0 or more with its unit, like 20ms or 0.1s, not '"
              + text
              + "'");
    }
    BigDecimal millis =
        new BigDecimal(parts.group(1)).movePointRight(parts.group(2).equals("s") ? 3 : 0);
    return new Distance(Duration.ofNanos(millis.movePointRight(6).longValue()));
  }

  /** Returns whether there is none. */
  public boolean isNone() {
    return oneWay.isZero();
  }

  /** Returns the text that {@link #of} parses, in milliseconds: {@code 20ms}. */
  @Override
  public String toString() {
    return spelling(oneWay);
  }

  private static String spelling(Duration time) {
    BigDecimal millis = BigDecimal.valueOf(time.toNanos(), 6).stripTrailingZeros();
    return millis.toPlainString() + "ms";
  }
}
