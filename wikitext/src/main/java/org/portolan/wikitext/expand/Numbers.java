package org.portolan.wikitext.expand;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Arithmetic, and numbers as languages write them. */
final class Numbers {
  /** As many digits as MediaWiki shows of a computed number. */
  private static final MathContext SHOWN = new MathContext(14, RoundingMode.HALF_EVEN);

  /** The mathematical sign, which is longer than a hyphen. */
  private static final char MINUS = '\u2212';

  private Numbers() {}

  static void register(Functions functions) {
    functions.function(Numbers::expression, "#expr");
    functions.function(Numbers::formatted, "formatnum");
    functions.function(Numbers::plural, "plural");
  }

  private static String expression(Invocation call) {
    try {
      var value = Expression.value(call.text(0));
      return value.isPresent() ? shown(value.getAsDouble()) : "";
    } catch (ExpressionException e) {
      return e.html();
    }
  }

  /** Returns a number with up to 14 digits, from 1.0E+14 and below 0.0001 with an exponent. */
  static String shown(double value) {
    if (Double.isNaN(value)) {
      return "NAN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "INF" : "-INF";
    }
    if (value == 0) {
      return "0";
    }
    var rounded = new BigDecimal(value).round(SHOWN).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= -4 && exponent < 14) {
      return rounded.toPlainString();
    }
    var digits = rounded.unscaledValue().abs().toString();
    return (rounded.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + "."
        + (digits.length() > 1 ? digits.substring(1) : "0")
        + "E"
        + (exponent < 0 ? "-" : "+")
        + Math.abs(exponent);
  }

  /** Returns whether a text is a decimal number, with an exponent or without. */
  static boolean isNumeric(String text) {
    int at = 0;
    int end = text.length();
    if (at < end && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
      at++;
    }
    int whole = digits(text, at);
    int digits = whole - at;
    at = whole;
    if (at < end && text.charAt(at) == '.') {
      int fraction = digits(text, at + 1);
      digits += fraction - at - 1;
      at = fraction;
    }
    if (digits == 0) {
      return false;
    }
    if (at < end && (text.charAt(at) | 0x20) == 'e') {
      int from = at + 1;
      if (from < end && (text.charAt(from) == '+' || text.charAt(from) == '-')) {
        from++;
      }
      at = digits(text, from);
      if (at == from) {
        return false;
      }
    }
    return at == end;
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static String formatted(Invocation call) {
    var language = call.expansion().surroundings().language();
    var text = call.text(0);
    var option = call.text(1);
    if (option.equals("R")) {
      return text.replace(language.grouping(), "")
          .replace(language.decimal(), ".")
          .replace(MINUS, '-');
    }
    if (option.equals("NOSEP")) {
      return text;
    }
    boolean negative = text.startsWith("-") && isNumeric(text);
    return written(negative ? MINUS + text.substring(1) : text, language);
  }

  /** Writes each number of a text as the language does. */
  static String written(String text, LanguageRules language) {
    var result = new StringBuilder(text.length() + 8);
    int at = 0;
    while (at < text.length()) {
      int whole = digits(text, at);
      if (whole == at) {
        // Markers of strips contain a number.
        int marker = text.charAt(at) == Strip.MARK ? text.indexOf(Strip.MARK, at + 1) : -1;
        int next = marker < 0 ? at + 1 : marker + 1;
        result.append(text, at, next);
        at = next;
        continue;
      }
      group(text, at, whole, language, result);
      int fraction =
          whole < text.length() && text.charAt(whole) == '.' ? digits(text, whole + 1) : whole;
      if (fraction > whole + 1) {
        result.append(language.decimal()).append(text, whole + 1, fraction);
        at = fraction;
      } else {
        at = whole;
      }
    }
    return result.toString();
  }

  private static void group(
      String text, int from, int to, LanguageRules language, StringBuilder out) {
    boolean grouped = to - from >= language.groupedDigitsMin();
    for (int i = from; i < to; i++) {
      if (grouped && i > from && (to - i) % 3 == 0) {
        out.append(language.grouping());
      }
      out.append(text.charAt(i));
    }
  }

  private static String plural(Invocation call) {
    var language = call.expansion().surroundings().language();
    var text = call.text(0).replace(language.grouping(), "").replace(",", "");
    double number = isNumeric(text) ? Double.parseDouble(text) : 0;
    int forms = 0;
    String last = "";
    int wanted = language.plural(number);
    String chosen = null;
    for (int i = 1; i < call.count(); i++) {
      var part = call.part(i);
      if (part.name() != null && isNumeric(call.text(part.name()))) {
        if (Double.parseDouble(call.text(part.name())) == number) {
          return call.text(part.value());
        }
        continue;
      }
      last = call.text(i);
      if (forms++ == wanted) {
        chosen = last;
      }
    }
    return chosen == null ? last : chosen;
  }
}
