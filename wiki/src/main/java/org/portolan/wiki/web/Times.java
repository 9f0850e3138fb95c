package org.portolan.wiki.web;

import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.NumberFormatter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.portolan.wikitext.message.Messages;

/** Times and numbers for people, as a language writes them. Thread-safe. */
final class Times {
  private final DateTimeFormatter spoken;
  private final LocalizedNumberFormatter numbers;

  Times(Messages messages) {
    // The pseudo-language is written as English is.
    boolean pseudo = messages.language().equals(Messages.PSEUDO);
    Locale locale = pseudo ? Locale.ENGLISH : Locale.forLanguageTag(messages.language());
    spoken =
        DateTimeFormatter.ofPattern(messages.of("time.pattern"), locale).withZone(ZoneOffset.UTC);
    numbers = NumberFormatter.withLocale(locale);
  }

  /** Returns a time in UTC, for example "3 May 2026, 14:07". */
  String spoken(Instant time) {
    return spoken.format(time);
  }

  /** Returns a number, for example "12,345". */
  String number(long number) {
    return numbers.format(number).toString();
  }
}
