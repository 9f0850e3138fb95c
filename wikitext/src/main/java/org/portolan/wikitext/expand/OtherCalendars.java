package org.portolan.wikitext.expand;

import com.ibm.icu.util.Calendar;
import com.ibm.icu.util.HebrewCalendar;
import com.ibm.icu.util.IslamicCalendar;
import com.ibm.icu.util.IslamicCalendar.CalculationType;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Days in calendars whose months are not ours, as MediaWiki writes them, in English. */
final class OtherCalendars {
  private static final List<String> HEBREW =
      List.of(
          "Tishrei",
          "Cheshvan",
          "Kislev",
          "Tevet",
          "Shevat",
          "Adar",
          "Nisan",
          "Iyar",
          "Sivan",
          "Tamuz",
          "Av",
          "Elul",
          "Adar I",
          "Adar II");
  private static final List<String> HIJRI =
      List.of(
          "Muharram",
          "Safar",
          "Rabi' al-awwal",
          "Rabi' al-thani",
          "Jumada al-awwal",
          "Jumada al-thani",
          "Rajab",
          "Sha'aban",
          "Ramadan",
          "Shawwal",
          "Dhu al-Qi'dah",
          "Dhu al-Hijjah");
  private static final List<String> IRANIAN =
      List.of(
          "Farvardin",
          "Ordibehesht",
          "Khordad",
          "Tir",
          "Mordad",
          "Shahrivar",
          "Mehr",
          "Aban",
          "Azar",
          "Dey",
          "Bahman",
          "Esfand");

  private static final ULocale PERSIAN = new ULocale("@calendar=persian");

  private OtherCalendars() {}

  /**
   * A day.
   *
   * @param month from 1; of the Hebrew calendar 13 and 14 are the two Adars of a leap year
   * @param dayOfYear from 0
   */
  record Day(int year, int month, String monthName, int day, int monthLength, int dayOfYear) {}

  static Day hebrew(LocalDate date) {
    var calendar = at(date, new HebrewCalendar());
    boolean leap = calendar.getActualMaximum(Calendar.DAY_OF_YEAR) > 370;
    int index = calendar.get(Calendar.MONTH);
    int month;
    if (index < HebrewCalendar.ADAR_1) {
      month = index + 1;
    } else if (index > HebrewCalendar.ADAR) {
      month = index;
    } else {
      month = !leap ? 6 : index == HebrewCalendar.ADAR_1 ? 13 : 14;
    }
    return day(calendar, month, HEBREW);
  }

  static Day hijri(LocalDate date) {
    var calendar = new IslamicCalendar();
    calendar.setCalculationType(CalculationType.ISLAMIC_CIVIL);
    return day(at(date, calendar), calendar.get(Calendar.MONTH) + 1, HIJRI);
  }

  static Day iranian(LocalDate date) {
    var calendar = at(date, Calendar.getInstance(PERSIAN));
    return day(calendar, calendar.get(Calendar.MONTH) + 1, IRANIAN);
  }

  private static Calendar at(LocalDate date, Calendar calendar) {
    calendar.setTimeZone(TimeZone.GMT_ZONE);
    calendar.setTimeInMillis(date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli());
    return calendar;
  }

  private static Day day(Calendar calendar, int month, List<String> names) {
    return new Day(
        calendar.get(Calendar.YEAR),
        month,
        names.get(month - 1),
        calendar.get(Calendar.DAY_OF_MONTH),
        calendar.getActualMaximum(Calendar.DAY_OF_MONTH),
        calendar.get(Calendar.DAY_OF_YEAR) - 1);
  }
}
