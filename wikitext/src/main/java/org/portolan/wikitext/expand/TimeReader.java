package org.portolan.wikitext.expand;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;

/**
 * Reads a time as people write it in English, like the commonest forms that PHP's {@code strtotime}
 * knows: "2024-05-06 07:08", "6 May 2024", "May 6, 2024", "20240506070809", "@1700000000",
 * "tomorrow", "next monday", "+2 weeks", "last day of february". Reads from the left, word by word.
 */
final class TimeReader {
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

  private final List<String> words;
  private final ZonedDateTime now;
  private int at;

  private int year = -1;
  private int month = -1;
  private int day = -1;
  private LocalTime clock;
  private boolean midnight;
  private ZoneId zone;
  private Instant instant;
  private DayOfWeek weekday;
  private int weekdays;
  private boolean firstDay;
  private boolean lastDay;

  /** Units and amounts to add, in their order. */
  private final java.util.ArrayList<ChronoUnit> units = new java.util.ArrayList<>();

  private final java.util.ArrayList<Integer> amounts = new java.util.ArrayList<>();

  TimeReader(String text, ZonedDateTime now) {
    this.words = words(text.toLowerCase(Locale.ENGLISH));
    this.now = now;
  }

  /**
   * @throws DateTimeException if the text is no time
   */
  ZonedDateTime read() {
    while (at < words.size()) {
      word(words.get(at));
    }
    return result();
  }

  /** Returns whether the text named a day of a year, and nothing else. */
  boolean isDate() {
    return year >= 0 && month >= 0 && day >= 0 && clock == null && units.isEmpty();
  }

  /** Splits into numbers, words and signs; white space and commas only separate. */
  private static List<String> words(String text) {
    var words = new java.util.ArrayList<String>();
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

  private void word(String word) {
    char first = word.charAt(0);
    if (first == '@') {
      at++;
      int sign = takeSign();
      instant = Instant.ofEpochSecond(sign * Long.parseLong(digits(12)));
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
    if (clock != null && zone == null && number.length() >= 2 && unit(peek(1)) == null) {
      at++;
      int hours = Integer.parseInt(number.substring(0, 2));
      int minutes = number.length() == 4 ? Integer.parseInt(number.substring(2)) : 0;
      if (peek(0).equals(":")) {
        at++;
        minutes = integer(2);
      }
      zone = ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
      return;
    }
    int amount = sign * integer(9);
    add(amount, peek(0));
    at++;
  }

  private void add(int amount, String name) {
    var unit = unit(name);
    if (unit == null) {
      int index = index(DAYS, name);
      if (index < 0) {
        throw new DateTimeException(name);
      }
      weekday = DayOfWeek.of(index + 1);
      weekdays = amount;
      return;
    }
    units.add(unit);
    amounts.add(name.startsWith("fortnight") ? Math.multiplyExact(amount, 2) : amount);
  }

  private static ChronoUnit unit(String word) {
    var name = word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    return switch (name) {
      case "sec", "second" -> ChronoUnit.SECONDS;
      case "min", "minute" -> ChronoUnit.MINUTES;
      case "hour" -> ChronoUnit.HOURS;
      case "day", "weekday" -> ChronoUnit.DAYS;
      case "week", "fortnight" -> ChronoUnit.WEEKS;
      case "month" -> ChronoUnit.MONTHS;
      case "year" -> ChronoUnit.YEARS;
      default -> null;
    };
  }

  /** A year, a day, a date, a clock time or a timestamp. */
  private void number(String word) {
    var sign = peek(1);
    if (word.length() == 14 || word.length() == 8 || word.length() == 12) {
      at++;
      date(word.substring(0, 4), word.substring(4, 6), word.substring(6, 8));
      if (word.length() > 8) {
        clock =
            LocalTime.of(
                Integer.parseInt(word.substring(8, 10)),
                Integer.parseInt(word.substring(10, 12)),
                word.length() == 14 ? Integer.parseInt(word.substring(12)) : 0);
      }
    } else if (sign.equals(":")) {
      clock();
    } else if ((sign.equals("-") || sign.equals("/") || sign.equals("."))
        && isNumber(peek(2))
        && unit(peek(3)) == null) {
      separated(sign);
    } else if (unit(sign) != null) {
      at += 2;
      add(Integer.parseInt(word), sign);
    } else if ((sign.equals("am") || sign.equals("pm")) && word.length() <= 2) {
      at += 2;
      clock = twelve(LocalTime.of(Integer.parseInt(word) % 24, 0), sign);
    } else if (word.length() == 4) {
      at++;
      year = Integer.parseInt(word);
    } else if (word.length() <= 2 && day < 0) {
      at++;
      day = Integer.parseInt(word);
      if (List.of("st", "nd", "rd", "th").contains(peek(0))) {
        at++;
      }
      if (peek(0).equals("-") && index(MONTHS, peek(1)) >= 0) {
        at++;
      }
    } else if (word.length() <= 4 && year < 0 && month >= 0) {
      at++;
      year = Integer.parseInt(word);
    } else {
      throw new DateTimeException(word);
    }
  }

  private void date(String years, String months, String days) {
    year = Integer.parseInt(years);
    month = Integer.parseInt(months);
    day = Integer.parseInt(days);
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
      date(third, second, first);
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
    clock = LocalTime.of(nextDay ? 0 : hour, minute, second);
    if (nextDay) {
      add(1, "day");
    }
    if (peek(0).equals("am") || peek(0).equals("pm")) {
      clock = twelve(clock, peek(0));
      at++;
    }
  }

  private static LocalTime twelve(LocalTime time, String half) {
    return time.withHour(time.getHour() % 12 + (half.equals("pm") ? 12 : 0));
  }

  private void named(String word) {
    switch (word) {
      case "now", "t", "of", "at", "on", "and", "." -> {}
      case "today", "midnight" -> midnight = true;
      case "noon" -> clock = LocalTime.NOON;
      case "tomorrow" -> day(1);
      case "yesterday" -> day(-1);
      case "ago" -> amounts.replaceAll(amount -> -amount);
      case "z", "utc", "gmt" -> zone = ZoneOffset.UTC;
      case "first", "last", "previous" -> relative(word.equals("first") ? 1 : -1, word);
      default -> {
        int ordinal = ORDINALS.indexOf(word);
        int monthIndex = index(MONTHS, word);
        int dayIndex = index(DAYS, word);
        if (ordinal >= 0) {
          relative(ordinal, word);
        } else if (monthIndex >= 0) {
          month = monthIndex + 1;
          if (peek(0).equals("-") || peek(0).equals(".")) {
            at++;
          }
        } else if (dayIndex >= 0) {
          weekday = DayOfWeek.of(dayIndex + 1);
          weekdays = 0;
        } else {
          throw new DateTimeException(word);
        }
      }
    }
  }

  private void day(int days) {
    midnight = true;
    units.add(ChronoUnit.DAYS);
    amounts.add(days);
  }

  private void relative(int amount, String word) {
    if (peek(0).equals("day") && peek(1).equals("of")) {
      at += 2;
      firstDay = word.equals("first");
      lastDay = word.equals("last");
      return;
    }
    add(amount, peek(0));
    at++;
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
        names == MONTHS
            ? java.time.Month.of(index + 1).toString()
            : DayOfWeek.of(index + 1).toString();
    var lower = full.toLowerCase(Locale.ENGLISH);
    boolean known = word.length() == 4 || word.length() == lower.length();
    boolean otherwise = List.of("tues", "thurs", "weds").contains(word);
    return otherwise || (known && lower.startsWith(word)) ? index : -1;
  }

  private ZonedDateTime result() {
    var base = instant != null ? instant.atZone(ZoneOffset.UTC) : now;
    boolean dated = year >= 0 || month >= 0 || day >= 0;
    if (dated) {
      int inYear = year >= 0 ? year : base.getYear();
      int inMonth = month >= 0 ? month : base.getMonthValue();
      // Of a month the first day, of a year alone today's.
      int onDay = day >= 0 ? day : month >= 0 ? 1 : base.getDayOfMonth();
      if (inMonth < 1 || inMonth > 12 || onDay < 0 || onDay > 31) {
        throw new DateTimeException("no such day");
      }
      base = base.with(Year.of(inYear).atMonth(inMonth).atDay(1)).plusDays(onDay - 1L);
    }
    if (clock != null) {
      base = base.with(clock);
    } else if (midnight || dated || weekday != null) {
      base = base.truncatedTo(ChronoUnit.DAYS);
    }
    if (zone != null) {
      base = base.withZoneSameLocal(zone);
    }
    for (int i = 0; i < units.size(); i++) {
      base = base.plus(amounts.get(i), units.get(i));
    }
    if (firstDay) {
      base = base.with(TemporalAdjusters.firstDayOfMonth());
    }
    if (lastDay) {
      base = base.with(TemporalAdjusters.lastDayOfMonth());
    }
    if (weekday != null) {
      base = base.with(nextWeekday());
    }
    return base;
  }

  private java.time.temporal.TemporalAdjuster nextWeekday() {
    if (weekdays == 0) {
      return TemporalAdjusters.nextOrSame(weekday);
    }
    int weeks = weekdays > 0 ? weekdays - 1 : weekdays + 1;
    var nearest =
        weekdays > 0 ? TemporalAdjusters.next(weekday) : TemporalAdjusters.previous(weekday);
    return date -> date.with(nearest).plus(weeks, ChronoUnit.WEEKS);
  }
}
