package org.portolan.advisor.log;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Times as logs write them. Zones are ignored: only the span of a log matters, and a log keeps its
 * zone.
 */
final class LogTime {
  private LogTime() {}

  /** Returns {@code 2026-11-28 15:21:23.382}, with a space or T, in milliseconds; or -1. */
  static long iso(String text, int from) {
    if (text.length() < from + 19
        || text.charAt(from + 4) != '-'
        || text.charAt(from + 13) != ':') {
      return -1;
    }
    long seconds =
        of(
            digits(text, from, 4),
            digits(text, from + 5, 2),
            digits(text, from + 8, 2),
            from + 11,
            text);
    int end = from + 19;
    boolean fraction = text.length() > end + 3 && text.charAt(end) == '.';
    int millis = fraction ? digits(text, end + 1, 3) : 0;
    return seconds < 0 || millis < 0 ? -1 : seconds * 1000 + millis;
  }

  /** Returns {@code 261128 15:20:54} in milliseconds, or -1. */
  static long compact(String text, int from) {
    if (text.length() < from + 15) {
      return -1;
    }
    int year = digits(text, from, 2);
    long seconds =
        of(
            year < 0 ? -1 : 2000 + year,
            digits(text, from + 2, 2),
            digits(text, from + 4, 2),
            from + 7,
            text);
    return seconds < 0 ? -1 : seconds * 1000;
  }

  private static long of(int year, int month, int day, int clock, String text) {
    int hour =
        digits(
            text, text.charAt(clock) == ' ' ? clock + 1 : clock, text.charAt(clock) == ' ' ? 1 : 2);
    int minute = digits(text, clock + 3, 2);
    int second = digits(text, clock + 6, 2);
    try {
      return LocalDateTime.of(year, month, day, hour, minute, second).toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return -1;
    }
  }

  private static int digits(String text, int from, int count) {
    int value = 0;
    for (int i = from; i < from + count; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + c - '0';
    }
    return value;
  }
}
