package org.portolan.wikitext.expand;

import java.util.Locale;
import org.portolan.wikitext.site.Namespace;

/** Functions of letters and of words. */
final class Letters {
  private static final int PADDED_CHARS_MAX = 500;

  private Letters() {}

  static void register(Functions functions) {
    functions.function(call -> language(call).lower(call.text(0)), "lc");
    functions.function(call -> language(call).upper(call.text(0)), "uc");
    functions.function(call -> first(call.text(0), false, language(call)), "lcfirst");
    functions.function(call -> first(call.text(0), true, language(call)), "ucfirst");
    functions.function(call -> padded(call, true), "padleft");
    functions.function(call -> padded(call, false), "padright");
    functions.function(call -> call.text(1), "grammar");
    functions.function(Letters::gender, "gender");
    functions.function(call -> call.text(0), "bidi");
    functions.function(Letters::message, "int");
    functions.both(
        call -> LanguageRules.nameOf(code(call), call.count() == 0 ? "" : call.text(1)),
        "#language");
    functions.both(call -> LanguageRules.isRightToLeft(code(call)) ? "rtl" : "ltr", "#dir");
    functions.variable(call -> language(call).code(), "CONTENTLANGUAGE", "CONTENTLANG");
    functions.variable(call -> language(call).code(), "PAGELANGUAGE", "USERLANGUAGE");
    functions.variable(
        call -> LanguageRules.isRightToLeft(language(call).code()) ? "\u200f" : "\u200e",
        "DIRECTIONMARK",
        "DIRMARK");
    functions.variable(call -> "|", "!");
    functions.variable(call -> "=", "=");
  }

  private static LanguageRules language(Invocation call) {
    return call.expansion().surroundings().language();
  }

  /** Returns the language asked for, or that of the wiki. */
  private static String code(Invocation call) {
    return call.text(0).isEmpty() ? language(call).code() : call.text(0);
  }

  private static String first(String text, boolean upper, LanguageRules language) {
    if (text.isEmpty()) {
      return text;
    }
    int length = Character.charCount(text.codePointAt(0));
    var first = text.substring(0, length);
    return (upper ? language.upper(first) : language.lower(first)) + text.substring(length);
  }

  private static String padded(Invocation call, boolean left) {
    var text = call.text(0);
    var padding = call.count() > 2 ? Escapes.withoutMarkers(call.text(2)) : "0";
    int wanted = Math.min(PADDED_CHARS_MAX, Strings.integer(call.text(1), 0));
    int missing = wanted - text.codePointCount(0, text.length());
    if (padding.isEmpty() || missing <= 0) {
      return text;
    }
    int each = padding.codePointCount(0, padding.length());
    var pad = padding.repeat(missing / each + 1);
    pad = pad.substring(0, pad.offsetByCodePoints(0, missing));
    return left ? pad + text : text + pad;
  }

  /** The gender of no user is known: the form for all. */
  private static String gender(Invocation call) {
    return call.count() > 3 ? call.text(3) : call.text(1);
  }

  /** A message of the interface: a page of the wiki, or a default, or unknown. */
  private static String message(Invocation call) {
    var name = call.text(0);
    if (name.toLowerCase(Locale.ROOT).equals("lang")) {
      return language(call).code();
    }
    var expansion = call.expansion();
    var site = expansion.surroundings().site();
    return site.title(name, Namespace.INTERFACE)
        .filter(title -> title.namespace() == Namespace.INTERFACE)
        .flatMap(
            title ->
                expansion
                    .included(title, call.frame())
                    .or(() -> InterfaceMessages.find(site, title)))
        .map(text -> filled(text, call))
        .orElse("\u29fc" + name + "\u29fd");
  }

  /** Replaces "$1" to "$9" by the further arguments. */
  private static String filled(String text, Invocation call) {
    if (call.count() < 2 || text.indexOf('$') < 0) {
      return text;
    }
    var filled = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) == '$' && i + 1 < text.length() ? text.charAt(i + 1) - '0' : 0;
      if (digit >= 1 && digit <= 9 && digit < call.count()) {
        var value = call.text(digit);
        call.expansion().allowance().expanded(value.length());
        filled.append(value);
        i++;
      } else {
        filled.append(text.charAt(i));
      }
    }
    return filled.toString();
  }
}
