package org.portolan.wikitext.expand;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/**
 * Reads a time as people write it in English, like the commonest forms that PHP's {@code strtotime}
 * knows: "2024-05-06 07:08", "6 May 2024", "May 6, 2024", "20240506070809", "@1700000000",
 * "tomorrow", "next monday", "+2 weeks", "last day of february". Reads from the left, word by word.
 */
final class TimeReader {
  private final List<String> words;
  private final ZonedDateTime now;
  private int at;

  private final TimeParts parts = new TimeParts();

  TimeReader(String text, ZonedDateTime now) {
    this.words = TimeWords.split(text.toLowerCase(Locale.ENGLISH));
    this.now = now;
  }

  /**
   * @throws DateTimeException if the text is no time
   */
  ZonedDateTime read() {
    while (at < words.size()) {
      word(words.get(at));
    }
    return parts.after(now);
  }

  /** Returns what {@link #read} read. */
  TimeParts parts() {
    return parts;
  }

  private void word(String word) {
    char first = word.charAt(0);
    if (first == '@') {
      at++;
      int sign = takeSign();
      parts.instant = Instant.ofEpochSecond(sign * Long.parseLong(digits(12)));
    } else if (first == '+' || first == '-') {
      signed();
    } else if (Character.isDigit(first)) {
      if (word.length() > 14) {
        throw new DateTimeException(word);
      }
      number(word);
    } else {
      at++;
      named(word);
    }
  }

  private String peek(int ahead) {
    return at + ahead < words.size() ? words.get(at + ahead) : "";
  }

  private static boolean isNumber(String word) {
    return !word.isEmpty() && Character.isDigit(word.charAt(0));
  }

  private int takeSign() {
    int sign = 1;
    while (peek(0).equals("+") || peek(0).equals("-")) {
      sign = peek(0).equals("-") ? -sign : sign;
      at++;
    }
    return sign;
  }

  private String digits(int most) {
    var word = peek(0);
    if (!isNumber(word) || word.length() > most) {
      throw new DateTimeException(word);
    }
    at++;
    return word;
  }

  private int integer(int most) {
    return Integer.parseInt(digits(most));
  }

  /** An offset from UTC after a clock time, or a number of units. */
  private void signed() {
    int sign = takeSign();
    var number = peek(0);
    if (parts.clock != null
        && parts.zone == null
        && number.length() >= 2
        && TimeWords.unit(peek(1)) == null) {
      at++;
      int hours = Integer.parseInt(number.substring(0, 2));
      int minutes = number.length() == 4 ? Integer.parseInt(number.substring(2)) : 0;
      if (peek(0).equals(":")) {
        at++;
        minutes = integer(2);
      }
      parts.zone = ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
      return;
    }
    int amount = sign * integer(9);
    add(amount, peek(0));
    at++;
  }

  private void add(int amount, String name) {
    var unit = TimeWords.unit(name);
    if (unit == null) {
      int index = TimeWords.weekday(name);
      if (index < 0) {
        throw new DateTimeException(name);
      }
      parts.weekday = DayOfWeek.of(index + 1);
      parts.weekdays = amount;
      return;
    }
    parts.units.add(unit);
    parts.amounts.add(name.startsWith("fortnight") ? Math.multiplyExact(amount, 2) : amount);
  }

  /** A year, a day, a date, a clock time or a timestamp. */
  private void number(String word) {
    var sign = peek(1);
    if (word.length() == 14 || word.length() == 8 || word.length() == 12) {
      at++;
      date(word.substring(0, 4), word.substring(4, 6), word.substring(6, 8));
      if (word.length() > 8) {
        parts.clock =
            LocalTime.of(
                Integer.parseInt(word.substring(8, 10)),
                Integer.parseInt(word.substring(10, 12)),
                word.length() == 14 ? Integer.parseInt(word.substring(12)) : 0);
      }
    } else if (word.length() == 6 && at > 0 && words.get(at - 1).equals("t")) {
      at++;
      parts.clock =
          LocalTime.of(
              Integer.parseInt(word.substring(0, 2)),
              Integer.parseInt(word.substring(2, 4)),
              Integer.parseInt(word.substring(4)));
    } else if (sign.equals("-") && peek(2).equals("w") && word.length() == 4) {
      week(word);
    } else if (sign.equals(".")
        && isNumber(peek(2))
        && peek(2).length() == 3
        && word.length() == 4) {
      date(LocalDate.ofYearDay(Integer.parseInt(word), Integer.parseInt(peek(2))));
      at += 3;
    } else if (sign.equals(":")) {
      clock();
    } else if ((sign.equals("-") || sign.equals("/") || sign.equals("."))
        && isNumber(peek(2))
        && TimeWords.unit(peek(3)) == null) {
      separated(sign);
    } else if (TimeWords.unit(sign) != null) {
      at += 2;
      add(Integer.parseInt(word), sign);
    } else if ((sign.equals("am") || sign.equals("pm")) && word.length() <= 2) {
      at += 2;
      parts.clock = twelve(LocalTime.of(Integer.parseInt(word) % 24, 0), sign);
    } else if (word.length() == 4) {
      at++;
      parts.year = Integer.parseInt(word);
    } else if (word.length() <= 2 && parts.day < 0) {
      at++;
      parts.day = Integer.parseInt(word);
      if (List.of("st", "nd", "rd", "th").contains(peek(0))) {
        at++;
      }
      if (peek(0).equals("-") && TimeWords.month(peek(1)) >= 0) {
        at++;
      }
    } else if (word.length() <= 4 && parts.year < 0 && parts.month >= 0) {
      at++;
      parts.year = year(word);
    } else {
      throw new DateTimeException(word);
    }
  }

  /** A week of ISO 8601: "2024-w10" or "2024-w10-1". */
  private void week(String year) {
    at += 3;
    int week = integer(2);
    int weekday = 1;
    if (peek(0).equals("-") && peek(1).length() == 1 && isNumber(peek(1))) {
      at++;
      weekday = integer(1);
    }
    if (week > 53 || weekday > 7) {
      throw new DateTimeException(year);
    }
    // The week with the fourth of January is the first one.
    var first = LocalDate.of(Integer.parseInt(year), 1, 4);
    int back = first.getDayOfWeek().getValue() - 1;
    date(first.plusDays(7L * (week - 1) + weekday - 1 - back));
  }

  private void date(LocalDate date) {
    parts.year = date.getYear();
    parts.month = date.getMonthValue();
    parts.day = date.getDayOfMonth();
  }

  /** Two digits are a year from 1970 to 2069. */
  private static int year(String word) {
    int year = Integer.parseInt(word);
    return word.length() > 2 ? year : year + (year < 70 ? 2_000 : 1_900);
  }

  private void date(String years, String months, String days) {
    parts.year = year(years);
    parts.month = Integer.parseInt(months);
    parts.day = Integer.parseInt(days);
  }

  private void separated(String sign) {
    var first = peek(0);
    var second = peek(2);
    boolean three = peek(3).equals(sign) && isNumber(peek(4));
    var third = three ? peek(4) : "";
    at += three ? 5 : 3;
    if (first.length() == 4) {
      date(first, second, three ? third : "1");
    } else if (sign.equals("/")) {
      // American order.
      date(three ? third : Integer.toString(now.getYear()), first, second);
    } else if (three) {
      boolean yearFirst = sign.equals("-") && third.length() < 4;
      date(yearFirst ? first : third, second, yearFirst ? third : first);
    } else {
      throw new DateTimeException(first);
    }
  }

  private void clock() {
    int hour = integer(2);
    at++;
    int minute = integer(2);
    int second = 0;
    if (peek(0).equals(":")) {
      at++;
      second = Math.min(59, integer(2));
      if (peek(0).equals(".") && isNumber(peek(1))) {
        at += 2;
      }
    }
    boolean nextDay = hour == 24 && minute == 0;
    parts.clock = LocalTime.of(nextDay ? 0 : hour, minute, second);
    if (nextDay) {
      add(1, "day");
    }
    if (peek(0).equals("am") || peek(0).equals("pm")) {
      parts.clock = twelve(parts.clock, peek(0));
      at++;
    }
  }

  private static LocalTime twelve(LocalTime time, String half) {
    return time.withHour(time.getHour() % 12 + (half.equals("pm") ? 12 : 0));
  }

  private void named(String word) {
    switch (word) {
      case "now", "t", "of", "at", "on", "and", "." -> {}
      case "today", "midnight" -> midnight();
      case "noon" -> parts.clock = LocalTime.NOON;
      case "tomorrow" -> day(1);
      case "yesterday" -> day(-1);
      case "ago" -> parts.amounts.replaceAll(amount -> -amount);
      case "z", "utc", "gmt" -> parts.zone = ZoneOffset.UTC;
      case "first", "last", "previous" -> relative(word.equals("first") ? 1 : -1, word);
      default -> {
        int ordinal = TimeWords.ordinal(word);
        int monthIndex = TimeWords.month(word);
        int dayIndex = TimeWords.weekday(word);
        if (ordinal >= 0) {
          relative(ordinal, word);
        } else if (monthIndex >= 0) {
          parts.month = monthIndex + 1;
          if (peek(0).equals("-") || peek(0).equals(".")) {
            at++;
          }
        } else if (dayIndex >= 0) {
          parts.midnight = true;
          parts.weekday = DayOfWeek.of(dayIndex + 1);
          parts.weekdays = 0;
        } else {
          parts.zone = zone(word);
        }
      }
    }
  }

  /** Reads "est", or "europe/berlin" whose first part has been read. */
  private ZoneId zone(String first) {
    var name = new StringBuilder(first);
    while (peek(0).equals("/") || peek(0).equals("_")) {
      name.append(peek(0)).append(peek(1));
      at += 2;
    }
    return TimeWords.zone(name.toString());
  }

  private void midnight() {
    parts.clock = null;
    parts.midnight = true;
  }

  private void day(int days) {
    midnight();
    parts.units.add(ChronoUnit.DAYS);
    parts.amounts.add(days);
  }

  private void relative(int amount, String word) {
    if (peek(0).equals("day") && peek(1).equals("of")) {
      at += 2;
      parts.firstDay = word.equals("first");
      parts.lastDay = word.equals("last");
      return;
    }
    add(amount, peek(0));
    boolean week = peek(0).equals("week") || peek(0).equals("weeks");
    at++;
    if (week) {
      parts.inWeek = true;
      // As in PHP: without a weekday it is the Monday.
      parts.weekday = parts.weekday == null ? DayOfWeek.MONDAY : parts.weekday;
      return;
    }
    parts.midnight |= parts.weekday != null;
    if (parts.weekday != null && peek(0).equals("of")) {
      at++;
      parts.ofMonth = true;
    }
  }
}
