package org.portolan.wikitext.expand;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.DateFormatSymbols;
import com.ibm.icu.text.DecimalFormat;
import com.ibm.icu.text.LocaleDisplayNames;
import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.util.ULocale;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How a language writes numbers, dates and plural forms, from ICU's data. Thread-safe. */
final class LanguageRules {
  /** Languages without data in ICU, and those whose rules they share. */
  private static final Map<String, String> FALLBACKS = Map.of("ltg", "lv", "simple", "en");

  private static final int CODE_CHARS_MAX = 32;

  private final String code;
  private final ULocale locale;
  private final DateFormatSymbols dates;
  private final PluralRules plurals;
  private final List<String> pluralForms;
  private final String decimal;
  private final String grouping;
  private final int groupedDigitsMin;

  private LanguageRules(String code) {
    this.code = code;
    this.locale = ULocale.forLanguageTag(FALLBACKS.getOrDefault(code, code));
    this.dates = new DateFormatSymbols(locale);
    this.plurals = PluralRules.forLocale(locale);
    this.pluralForms = new ArrayList<>();
    for (var form : List.of("zero", "one", "two", "few", "many", "other")) {
      if (plurals.getKeywords().contains(form)) {
        pluralForms.add(form);
      }
    }
    var numbers = (DecimalFormat) NumberFormat.getInstance(locale);
    this.decimal = numbers.getDecimalFormatSymbols().getDecimalSeparatorString();
    this.grouping = numbers.getDecimalFormatSymbols().getGroupingSeparatorString();
    this.groupedDigitsMin = 3 + Math.max(1, numbers.getMinimumGroupingDigits());
  }

  /** Returns the rules of an IETF language tag; those of no language if it is unknown. */
  static LanguageRules of(String code) {
    return new LanguageRules(code.length() > CODE_CHARS_MAX ? "" : code);
  }

  String code() {
    return code;
  }

  static boolean isRightToLeft(String code) {
    return code.length() <= CODE_CHARS_MAX && ULocale.forLanguageTag(code).isRightToLeft();
  }

  String lower(String text) {
    return UCharacter.toLowerCase(locale, text);
  }

  String upper(String text) {
    return UCharacter.toUpperCase(locale, text);
  }

  /** Returns the index of the plural form for a number, among those that the language has. */
  int plural(double number) {
    return Math.max(0, pluralForms.indexOf(plurals.select(number)));
  }

  String decimal() {
    return decimal;
  }

  String grouping() {
    return grouping;
  }

  int groupedDigitsMin() {
    return groupedDigitsMin;
  }

  /** The forms of a name in a date. */
  enum Form {
    FULL,
    /** As after a day's number; of languages that distinguish it. */
    GENITIVE,
    SHORT
  }

  /**
   * @param month 1 to 12
   */
  String month(int month, Form form) {
    return dates.getMonths(context(form), width(form))[month - 1];
  }

  /**
   * @param day 1 (Monday) to 7
   */
  String weekday(int day, Form form) {
    // ICU counts from Sunday, which is 1.
    return dates.getWeekdays(context(form), width(form))[day % 7 + 1];
  }

  private static int context(Form form) {
    return form == Form.GENITIVE ? DateFormatSymbols.FORMAT : DateFormatSymbols.STANDALONE;
  }

  private static int width(Form form) {
    return form == Form.SHORT ? DateFormatSymbols.ABBREVIATED : DateFormatSymbols.WIDE;
  }

  /** Returns the name of a language in another language; its code if it is unknown. */
  static String nameOf(String code, String in) {
    if (code.length() > CODE_CHARS_MAX || in.length() > CODE_CHARS_MAX) {
      return code;
    }
    var tag = ULocale.forLanguageTag(code);
    var names = LocaleDisplayNames.getInstance(ULocale.forLanguageTag(in.isEmpty() ? code : in));
    var name = tag.getLanguage().isEmpty() ? "" : names.localeDisplayName(tag);
    return name == null || name.isEmpty() ? code : name;
  }
}
