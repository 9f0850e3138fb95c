package org.portolan.types;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Timestamps as microseconds since 1970-01-01T00:00:00Z, as in MySQL and PostgreSQL. Finer values
 * are never rounded silently: the caller truncates. Thread-safe.
 */
public final class Timestamps {
  /** The earliest timestamp that can be stored, in the year -290308. */
  public static final Instant MIN = fromMicroseconds(Long.MIN_VALUE);

  /** The latest timestamp that can be stored, in the year 294247. */
  public static final Instant MAX = fromMicroseconds(Long.MAX_VALUE);

  private static final long MICROSECONDS_PER_SECOND = 1_000_000;
  private static final int NANOSECONDS_PER_MICROSECOND = 1_000;

  private Timestamps() {}

  /** Returns {@code instant} rounded down to a microsecond. */
  public static Instant truncate(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * Returns the microseconds since the epoch, negative before it.
   *
   * @throws IllegalArgumentException if {@code instant} is finer than a microsecond or outside
   *     {@link #MIN} to {@link #MAX}
   */
  public static long toMicroseconds(Instant instant) {
    if (instant.getNano() % NANOSECONDS_PER_MICROSECOND != 0) {
      throw new IllegalArgumentException(
          "the timestamp "
              + instant
              + " is finer than a microsecond; use Timestamps.truncate if the rest may be lost");
    }
    long seconds = instant.getEpochSecond();
    long microseconds = instant.getNano() / NANOSECONDS_PER_MICROSECOND;
    try {
      if (seconds < 0 && microseconds > 0) {
        // Starts from the next second, nearer to zero: the earliest timestamps overflow otherwise.
        return Math.addExact(
            Math.multiplyExact(seconds + 1, MICROSECONDS_PER_SECOND),
            microseconds - MICROSECONDS_PER_SECOND);
      }
      return Math.addExact(Math.multiplyExact(seconds, MICROSECONDS_PER_SECOND), microseconds);
    } catch (ArithmeticException overflow) {
      throw new IllegalArgumentException(
          "the timestamp " + instant + " is not within " + MIN + " to " + MAX, overflow);
    }
  }

  /** Returns the timestamp at the given number of microseconds after the epoch. */
  public static Instant fromMicroseconds(long microseconds) {
    return Instant.ofEpochSecond(
        Math.floorDiv(microseconds, MICROSECONDS_PER_SECOND),
        Math.floorMod(microseconds, MICROSECONDS_PER_SECOND) * NANOSECONDS_PER_MICROSECOND);
  }
}
