package org.portolan.wikitext.expand;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.IsoFields;
import java.util.Locale;
import org.portolan.wikitext.expand.LanguageRules.Form;

/**
 * Writes a time after a format of PHP's letters, with MediaWiki's additions that begin with "x".
 * Letters without a meaning stay. Months of other calendars have English names.
 */
final class TimeFormat {
  private static final String[] ROMAN = {
    "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"
  };
  private static final int[] ROMAN_VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};

  private final String format;
  private final ZonedDateTime time;
  private final LanguageRules language;
  private final StringBuilder out = new StringBuilder();
  private boolean roman;

  TimeFormat(String format, ZonedDateTime time, LanguageRules language) {
    this.format = format;
    this.time = time;
    this.language = language;
  }

  String write() {
    int at = 0;
    while (at < format.length()) {
      char letter = format.charAt(at++);
      switch (letter) {
        case '\\' -> {
          if (at < format.length()) {
            out.append(format.charAt(at++));
          } else {
            out.append('\\');
          }
        }
        case '"' -> {
          int end = format.indexOf('"', at);
          if (end < 0) {
            out.append('"');
          } else {
            out.append(format, at, end);
            at = end + 1;
          }
        }
        case 'x' -> at = extension(at);
        default -> letter(letter);
      }
    }
    return out.toString();
  }

  /** Writes what begins with "x"; returns the position after it. */
  private int extension(int at) {
    char letter = at < format.length() ? format.charAt(at) : ' ';
    char next = at + 1 < format.length() ? format.charAt(at + 1) : ' ';
    switch (letter) {
      case 'n', 'N', 'h' -> {
        // Numbers are written in Western digits anyway.
      }
      case 'r' -> roman = true;
      case 'x' -> out.append('x');
      case 'g' -> out.append(language.month(time.getMonthValue(), Form.GENITIVE));
      case 'k', 'o', 't' -> {
        if (next != 'Y' && next != 'y') {
          return at;
        }
        int offset = letter == 'k' ? 543 : letter == 'o' ? -1911 : 0;
        number(time.getYear() + offset, next == 'Y' ? 1 : 2);
        return at + 2;
      }
      case 'i', 'j', 'm' -> {
        if (elsewhere(letter, next)) {
          return at + 2;
        }
        out.append('x');
        return at;
      }
      default -> {
        out.append('x');
        return at;
      }
    }
    return at + 1;
  }

  /**
   * Writes a part of the day in the Iranian, Hebrew or Islamic calendar; returns whether it has it.
   */
  private boolean elsewhere(char calendar, char part) {
    var known = calendar == 'i' ? "jFnYytz" : calendar == 'j' ? "jFxntY" : "jFnY";
    if (known.indexOf(part) < 0) {
      return false;
    }
    var date = time.toLocalDate();
    var day =
        switch (calendar) {
          case 'i' -> OtherCalendars.iranian(date);
          case 'j' -> OtherCalendars.hebrew(date);
          default -> OtherCalendars.hijri(date);
        };
    switch (part) {
      case 'j' -> number(day.day(), 1);
      case 'n' -> number(day.month(), 1);
      case 'Y' -> number(day.year(), 1);
      case 'y' -> number(day.year() % 100, 2);
      case 't' -> number(day.monthLength(), 1);
      case 'z' -> number(day.dayOfYear(), 1);
      default -> out.append(day.monthName());
    }
    return true;
  }

  private void letter(char letter) {
    switch (letter) {
      case 'd' -> number(time.getDayOfMonth(), 2);
      case 'j' -> number(time.getDayOfMonth(), 1);
      case 'D' -> out.append(language.weekday(time.getDayOfWeek().getValue(), Form.SHORT));
      case 'l' -> out.append(language.weekday(time.getDayOfWeek().getValue(), Form.FULL));
      case 'N' -> number(time.getDayOfWeek().getValue(), 1);
      case 'w' -> number(time.getDayOfWeek().getValue() % 7, 1);
      case 'z' -> number(time.getDayOfYear() - 1, 1);
      case 'W' -> number(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
      case 'F' -> out.append(language.month(time.getMonthValue(), Form.FULL));
      case 'M' -> out.append(language.month(time.getMonthValue(), Form.SHORT));
      case 'm' -> number(time.getMonthValue(), 2);
      case 'n' -> number(time.getMonthValue(), 1);
      case 't' -> number(time.toLocalDate().lengthOfMonth(), 1);
      case 'L' -> number(time.toLocalDate().isLeapYear() ? 1 : 0, 1);
      case 'Y' -> number(time.getYear(), 4);
      case 'y' -> number(time.getYear() % 100, 2);
      case 'o' -> number(time.get(IsoFields.WEEK_BASED_YEAR), 4);
      case 'a' -> out.append(time.getHour() < 12 ? "am" : "pm");
      case 'A' -> out.append(time.getHour() < 12 ? "AM" : "PM");
      case 'g' -> number((time.getHour() + 11) % 12 + 1, 1);
      case 'h' -> number((time.getHour() + 11) % 12 + 1, 2);
      case 'G' -> number(time.getHour(), 1);
      case 'H' -> number(time.getHour(), 2);
      case 'i' -> number(time.getMinute(), 2);
      case 's' -> number(time.getSecond(), 2);
      case 'u' -> out.append("000000");
      case 'e' -> out.append(zoneName());
      case 'T' -> out.append(zoneName());
      case 'I' -> number(time.getZone().getRules().isDaylightSavings(time.toInstant()) ? 1 : 0, 1);
      case 'O' -> out.append(offset("+HHMM"));
      case 'P' -> out.append(offset("+HH:MM"));
      case 'Z' -> number(time.getOffset().getTotalSeconds(), 1);
      case 'U' -> out.append(time.toEpochSecond());
      case 'c' -> out.append(pattern("yyyy-MM-dd'T'HH:mm:ss")).append(offset("+HH:MM"));
      case 'r' -> out.append(pattern("EEE, dd MMM yyyy HH:mm:ss ")).append(offset("+HHMM"));
      default -> out.append(letter);
    }
  }

  private String zoneName() {
    return time.getOffset().getTotalSeconds() == 0 ? "UTC" : time.getZone().getId();
  }

  private String pattern(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(time);
  }

  private String offset(String pattern) {
    int seconds = time.getOffset().getTotalSeconds();
    int minutes = Math.abs(seconds) / 60;
    var sign = seconds < 0 ? "-" : "+";
    var colon = pattern.contains(":") ? ":" : "";
    return String.format(Locale.ROOT, "%s%02d%s%02d", sign, minutes / 60, colon, minutes % 60);
  }

  private void number(long number, int digits) {
    if (roman && number > 0 && number < 10_000) {
      romanNumber((int) number);
    } else {
      var text = Long.toString(number);
      out.append("0".repeat(Math.max(0, digits - text.length()))).append(text);
    }
    roman = false;
  }

  private void romanNumber(int number) {
    int rest = number;
    for (int i = 0; i < ROMAN.length; i++) {
      while (rest >= ROMAN_VALUES[i]) {
        out.append(ROMAN[i]);
        rest -= ROMAN_VALUES[i];
      }
    }
  }
}
