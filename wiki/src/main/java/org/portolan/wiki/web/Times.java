package org.portolan.wiki.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and numbers for people. */
final class Times {
  private static final DateTimeFormatter SPOKEN =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private Times() {}

  /** Returns a time in UTC, for example "3 May 2026, 14:07". */
  static String spoken(Instant time) {
    return SPOKEN.format(time);
  }

  /** Returns a number, for example "12,345". */
  static String number(long number) {
    return String.format(Locale.ENGLISH, "%,d", number);
  }
}
