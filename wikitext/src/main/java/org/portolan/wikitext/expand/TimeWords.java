package org.portolan.wikitext.expand;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The English words in a time, in lower case. */
final class TimeWords {
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");
  private static final List<String> ORDINALS =
      List.of(
          "this",
          "next",
          "second",
          "third",
          "fourth",
          "fifth",
          "sixth",
          "seventh",
          "eighth",
          "ninth",
          "tenth",
          "eleventh",
          "twelfth");
  private static final int WORDS_MAX = 64;

  private static final Map<String, ZoneId> OFFSETS = offsets();
  private static final Map<String, ZoneId> ZONES =
      ZoneId.getAvailableZoneIds().stream()
          .collect(
              Collectors.toMap(
                  name -> name.toLowerCase(Locale.ENGLISH), ZoneId::of, (one, other) -> one));

  private TimeWords() {}

  /** Splits into numbers, words and signs; white space and commas only separate. */
  static List<String> split(String text) {
    var words = new ArrayList<String>();
    int at = 0;
    while (at < text.length()) {
      char first = text.charAt(at);
      int end = at + 1;
      if (Character.isWhitespace(first) || first == ',') {
        at = end;
        continue;
      }
      boolean digit = Character.isDigit(first);
      boolean letter = Character.isLetter(first);
      while (end < text.length()
          && ((digit && Character.isDigit(text.charAt(end)))
              || (letter && Character.isLetter(text.charAt(end))))) {
        end++;
      }
      words.add(text.substring(at, end));
      if (words.size() > WORDS_MAX) {
        throw new DateTimeException(text);
      }
      at = end;
    }
    return words;
  }

  /** Returns null if the word is no unit of time. */
  static ChronoUnit unit(String word) {
    var name = word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    return switch (name) {
      case "sec", "second" -> ChronoUnit.SECONDS;
      case "min", "minute" -> ChronoUnit.MINUTES;
      case "hour" -> ChronoUnit.HOURS;
      case "day" -> ChronoUnit.DAYS;
      case "week", "fortnight" -> ChronoUnit.WEEKS;
      case "month" -> ChronoUnit.MONTHS;
      case "year" -> ChronoUnit.YEARS;
      default -> null;
    };
  }

  /**
   * Returns a zone by its name in lower case: an abbreviation of the commonest, or "europe/berlin".
   *
   * @throws DateTimeException if there is none
   */
  static ZoneId zone(String name) {
    var zone = name.indexOf('/') < 0 ? OFFSETS.get(name) : ZONES.get(name);
    if (zone == null) {
      throw new DateTimeException(name);
    }
    return zone;
  }

  private static Map<String, ZoneId> offsets() {
    var offsets = new HashMap<String, ZoneId>();
    var hours =
        "est -5 edt -4 cst -6 cdt -5 mst -7 mdt -6 pst -8 pdt -7 akst -9 akdt -8 hst -10 wet 0"
            + " west 1 cet 1 cest 2 eet 2 eest 3 bst 1 msk 3 jst 9";
    var words = hours.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      offsets.put(words[i], ZoneOffset.ofHours(Integer.parseInt(words[i + 1])));
    }
    return offsets;
  }

  /** Returns how many units a word like "next" means, or -1. */
  static int ordinal(String word) {
    return ORDINALS.indexOf(word);
  }

  /** Returns the index of a month, from 0, or -1. */
  static int month(String word) {
    return index(MONTHS, word);
  }

  /** Returns the index of a day of the week, from 0 for Monday, or -1. */
  static int weekday(String word) {
    return index(DAYS, word);
  }

  private static int index(List<String> names, String word) {
    if (word.length() < 3) {
      return -1;
    }
    int index = names.indexOf(word.substring(0, 3));
    if (index < 0 || word.length() == 3) {
      return index;
    }
    var full =
        names == MONTHS ? Month.of(index + 1).toString() : DayOfWeek.of(index + 1).toString();
    var lower = full.toLowerCase(Locale.ENGLISH);
    boolean known = word.length() == 4 || word.length() == lower.length();
    boolean otherwise = List.of("tues", "thurs", "weds").contains(word);
    return otherwise || (known && lower.startsWith(word)) ? index : -1;
  }
}
