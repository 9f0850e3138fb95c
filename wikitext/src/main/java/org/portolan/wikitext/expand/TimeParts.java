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
import java.time.temporal.TemporalAdjuster;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;

/** What a text says of a time; -1 or null for what it leaves open. */
final class TimeParts {
  int year = -1;
  int month = -1;
  int day = -1;
  LocalTime clock;
  boolean midnight;
  ZoneId zone;
  Instant instant;
  DayOfWeek weekday;
  int weekdays;
  boolean firstDay;
  boolean lastDay;

  /** Units and amounts to add, in their order. */
  final List<ChronoUnit> units = new ArrayList<>();

  final List<Integer> amounts = new ArrayList<>();

  /** Returns whether the text means the same time whenever it is read. */
  boolean isAbsolute() {
    return instant != null || (year >= 0 && month >= 0 && (day >= 0 || clock == null));
  }

  /** Returns whether the text named a day of a year, and nothing else. */
  boolean isDate() {
    return year >= 0 && month >= 0 && day >= 0 && clock == null && units.isEmpty();
  }

  /** Returns the time; what is open comes from the time now. */
  ZonedDateTime after(ZonedDateTime now) {
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

  private TemporalAdjuster nextWeekday() {
    if (weekdays == 0) {
      return TemporalAdjusters.nextOrSame(weekday);
    }
    int weeks = weekdays > 0 ? weekdays - 1 : weekdays + 1;
    var nearest =
        weekdays > 0 ? TemporalAdjusters.next(weekday) : TemporalAdjusters.previous(weekday);
    return date -> date.with(nearest).plus(weeks, ChronoUnit.WEEKS);
  }
}
