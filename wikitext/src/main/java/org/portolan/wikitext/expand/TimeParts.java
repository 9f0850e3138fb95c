package org.portolan.wikitext.expand;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
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

  /** Whether the weekdays are counted from the first or the last day of the month. */
  boolean ofMonth;

  /** Whether the weekday is one of the week, from Monday, instead of the next one. */
  boolean inWeek;

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

  /**
   * Returns the time; what is open comes from the time now. What is to be added is added as PHP
   * does: first the weekday, then months and years together, then days; a day beyond the end of its
   * month leads into the next one.
   */
  ZonedDateTime after(ZonedDateTime now) {
    var base = instant != null ? instant.atZone(ZoneOffset.UTC) : now;
    boolean dated = year >= 0 || month >= 0 || day >= 0;
    var date = base.toLocalDate();
    if (dated) {
      int inYear = year >= 0 ? year : base.getYear();
      int inMonth = month >= 0 ? month : base.getMonthValue();
      // Of a month in a year the first day, otherwise today's.
      int onDay = day >= 0 ? day : month >= 0 && year >= 0 ? 1 : base.getDayOfMonth();
      if (inMonth < 1 || inMonth > 12 || onDay < 0 || onDay > 31) {
        throw new DateTimeException("no such day");
      }
      date = Year.of(inYear).atMonth(inMonth).atDay(1).plusDays(onDay - 1L);
    }
    if (clock != null) {
      base = base.with(clock);
    } else if (midnight || dated) {
      base = base.truncatedTo(ChronoUnit.DAYS);
    }
    if (zone != null) {
      base = base.withZoneSameLocal(zone);
    }
    base = base.with(added(date));
    for (int i = 0; i < units.size(); i++) {
      if (units.get(i).isTimeBased()) {
        base = base.plus(amounts.get(i), units.get(i));
      }
    }
    return base;
  }

  private LocalDate added(LocalDate from) {
    long months = sum(ChronoUnit.MONTHS) + 12 * sum(ChronoUnit.YEARS);
    long days = sum(ChronoUnit.DAYS) + 7 * sum(ChronoUnit.WEEKS);
    var date = from;
    if (ofMonth) {
      date = date.withDayOfMonth(1).plusMonths(weekdays < 0 ? months + 1 : months);
      months = 0;
    }
    if (weekday != null) {
      days += 7L * (weekdays > 0 ? weekdays - 1 : weekdays);
      date = date.plusDays(toWeekday(date.getDayOfWeek().getValue(), days));
    }
    var first = date.withDayOfMonth(1).plusMonths(months);
    if (firstDay) {
      return first;
    }
    return lastDay
        ? first.with(TemporalAdjusters.lastDayOfMonth())
        : first.plusDays(date.getDayOfMonth() - 1 + days);
  }

  private long toWeekday(int today, long days) {
    int difference = weekday.getValue() - today;
    if (inWeek) {
      return difference;
    }
    boolean todayCounts = days < 0 || ofMonth || weekdays == 0;
    return difference < 0 || (difference == 0 && !todayCounts) ? difference + 7 : difference;
  }

  private long sum(ChronoUnit unit) {
    long sum = 0;
    for (int i = 0; i < units.size(); i++) {
      sum += units.get(i) == unit ? amounts.get(i) : 0;
    }
    return sum;
  }
}
