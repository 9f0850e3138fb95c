package org.portolan.wikitext.expand;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;

/** The time now, the time of the page's revision, and {@code #time}. */
final class Times {
  /** Formats longer than this are refused, since each character may become many. */
  private static final int FORMAT_CHARS_MAX = 6_000;

  /** How long a text that says the day is kept. */
  private static final Duration DAY_PART = Duration.ofHours(1);

  /** The letters of formats that change within a day. */
  private static final String WITHIN_DAY = "aAgGhHisUcr";

  private Times() {}

  static void register(Functions functions) {
    functions.function(call -> time(call, false), "#time");
    functions.function(call -> time(call, true), "#timel");
    functions.function(Times::date, "#formatdate", "#dateformat");
    current(functions, "YEAR", "Y");
    current(functions, "MONTH", "m");
    current(functions, "MONTH2", "m");
    current(functions, "MONTH1", "n");
    current(functions, "MONTHNAME", "F");
    current(functions, "MONTHNAMEGEN", "xg");
    current(functions, "MONTHABBREV", "M");
    current(functions, "DAY", "j");
    current(functions, "DAY2", "d");
    current(functions, "DOW", "w");
    current(functions, "DAYNAME", "l");
    current(functions, "TIME", "H:i");
    current(functions, "HOUR", "H");
    current(functions, "TIMESTAMP", "YmdHis");
    functions.variable(call -> week(now(call, false)), "CURRENTWEEK");
    functions.variable(call -> week(now(call, true)), "LOCALWEEK");
    revised(functions, "YEAR", "Y");
    revised(functions, "MONTH", "m");
    revised(functions, "MONTH1", "n");
    revised(functions, "DAY", "j");
    revised(functions, "DAY2", "d");
    revised(functions, "TIMESTAMP", "YmdHis");
  }

  private static void current(Functions functions, String name, String format) {
    functions.variable(call -> current(call, format, false), "CURRENT" + name);
    functions.variable(call -> current(call, format, true), "LOCAL" + name);
  }

  private static String current(Invocation call, String format, boolean local) {
    validFor(call, format);
    return written(call, format, moment(call, local));
  }

  /** Says how long a text is right that shows the time now in this format. */
  private static void validFor(Invocation call, String format) {
    boolean withinDay = format.chars().anyMatch(each -> WITHIN_DAY.indexOf(each) >= 0);
    call.expansion().validFor(withinDay ? Duration.ofMinutes(1) : DAY_PART);
  }

  private static void revised(Functions functions, String name, String format) {
    functions.both(
        call -> {
          var revised = call.expansion().page().revised().atZone(ZoneOffset.UTC);
          return Properties.aboutPage(call, written(call, format, revised));
        },
        "REVISION" + name);
  }

  private static ZonedDateTime now(Invocation call, boolean local) {
    call.expansion().validFor(DAY_PART);
    return moment(call, local);
  }

  private static ZonedDateTime moment(Invocation call, boolean local) {
    var clock = call.expansion().surroundings().clock();
    return Instant.now(clock).atZone(local ? clock.getZone() : ZoneOffset.UTC);
  }

  private static String week(ZonedDateTime time) {
    return Integer.toString(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
  }

  private static String written(Invocation call, String format, ZonedDateTime time) {
    return new TimeFormat(format, time, call.expansion().surroundings().language()).write();
  }

  private static String time(Invocation call, boolean local) {
    var format = call.text(0);
    if (format.length() > FORMAT_CHARS_MAX) {
      return error("format is too long");
    }
    boolean inZone = local || (!call.text(3).isEmpty() && !call.text(3).equals("0"));
    ZoneId zone = inZone ? call.expansion().surroundings().clock().getZone() : ZoneOffset.UTC;
    ZonedDateTime time;
    try {
      var reader = new TimeReader(call.text(1), moment(call, inZone));
      time = reader.read();
      if (!reader.parts().isAbsolute()) {
        validFor(call, format);
      }
    } catch (DateTimeException | ArithmeticException e) {
      return error("Invalid time.");
    }
    if (time.getYear() < 0 || time.getYear() > 9999) {
      return error("#time only supports years up to 9999.");
    }
    var code = call.text(2);
    var language =
        code.isEmpty() ? call.expansion().surroundings().language() : LanguageRules.of(code);
    return new TimeFormat(format, time.withZoneSameInstant(zone), language).write();
  }

  /** Writes a date in the given order of its parts; other texts stay. */
  private static String date(Invocation call) {
    var format =
        switch (call.text(1)) {
          case "dmy" -> "j F Y";
          case "mdy" -> "F j, Y";
          case "ymd" -> "Y F j";
          case "ISO 8601" -> "Y-m-d";
          default -> "";
        };
    if (!format.isEmpty()) {
      try {
        var reader = new TimeReader(call.text(0), moment(call, false));
        var time = reader.read();
        return reader.parts().isDate() ? written(call, format, time) : call.text(0);
      } catch (DateTimeException | ArithmeticException e) {
        return call.text(0);
      }
    }
    return call.text(0);
  }

  private static String error(String reason) {
    return "<strong class=\"error\">Error: " + reason + "</strong>";
  }
}
