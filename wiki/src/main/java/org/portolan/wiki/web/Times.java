package org.portolan.wiki.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and numbers as people read them. */
final class Times {
  private static final DateTimeFormatter SPOKEN =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private Times() {}

  /** Returns for example "3 May 2026, 14:07", in UTC. */
  static String spoken(Instant time) {
    return SPOKEN.format(time);
  }

  /** Returns for example "12,345". */
  static String number(long number) {
    return String.format(Locale.ENGLISH, "%,d", number);
  }
}
