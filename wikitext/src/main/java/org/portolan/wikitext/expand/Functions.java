package org.portolan.wikitext.expand;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The functions and variables by their names. Immutable once made, and thread-safe. */
final class Functions {
  private static final int WORD_CHARS_MAX = 16;

  /** Words that replace a call by a copy when a page is saved. */
  private static final Set<String> SUBST =
      Set.of("subst", "sostituisci", "ers", "ersetzen", "подст", "подстановка");

  private static final String SAFE_SUBST = "safesubst";

  /** Words that change how a page is included. */
  private static final Set<String> MODIFIERS = Set.of(SAFE_SUBST, "msg", "msgnw", "raw");

  /** No variable without regard to case has a longer name. */
  private static final int NAME_CHARS_MAX = 19;

  private final Map<String, Function> functions = new HashMap<>();
  private final Map<String, Function> variables = new HashMap<>();

  private Functions() {}

  static Functions all() {
    var all = new Functions();
    Conditions.register(all);
    Numbers.register(all);
    Letters.register(all);
    Strings.register(all);
    PageNames.register(all);
    Urls.register(all);
    Times.register(all);
    Tags.register(all);
    Properties.register(all);
    return all;
  }

  /** Adds a function: names in capitals count only so, others without regard to case. */
  void function(Function function, String... names) {
    for (var name : names) {
      functions.put(name, function);
    }
  }

  /** Adds a variable, likewise. */
  void variable(Function variable, String... names) {
    for (var name : names) {
      variables.put(name, variable);
    }
  }

  /** Adds what may be called with an argument or without. */
  void both(Function function, String... names) {
    function(function, names);
    variable(function, names);
  }

  /** Returns null if there is no such function. */
  Function function(String name) {
    var exact = functions.get(name);
    return exact != null ? exact : functions.get(name.toLowerCase(Locale.ROOT));
  }

  /** Returns null if there is no such variable. */
  Function variable(String name) {
    var exact = variables.get(name);
    return exact != null || name.length() > NAME_CHARS_MAX
        ? exact
        : variables.get(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns where the name begins after a word that asks for a copy when the page is saved, such as
   * "subst:"; or -1 if there is none.
   */
  int substitutionEnd(String written) {
    int colon = written.indexOf(':');
    if (colon < 0 || colon > WORD_CHARS_MAX) {
      return -1;
    }
    var word = written.substring(0, colon).trim().toLowerCase(Locale.ROOT);
    return SUBST.contains(word) || word.equals(SAFE_SUBST)
        ? ExtensionTags.skipSpace(written, colon + 1)
        : -1;
  }

  /** Returns whether a text, in lower case, may have a word that asks for a copy. */
  static boolean mayAskForCopy(String text) {
    for (var word : SUBST) {
      // "safesubst" ends in one of the words.
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns where the name begins after words that change how a page is included, such as "msg:";
   * or -1 if a word asks for a copy when the page is saved, as "subst:" does.
   */
  int modifiersEnd(String written) {
    int from = 0;
    while (from < written.length()) {
      int last = Math.min(written.length(), from + WORD_CHARS_MAX);
      int colon = from;
      while (colon < last && written.charAt(colon) != ':') {
        colon++;
      }
      if (colon == last) {
        return from;
      }
      var word = written.substring(from, colon).toLowerCase(Locale.ROOT);
      if (SUBST.contains(word)) {
        return -1;
      }
      if (!MODIFIERS.contains(word)) {
        return from;
      }
      from = ExtensionTags.skipSpace(written, colon + 1);
    }
    return from;
  }

  /** Returns whether one of these modifiers asks for the text of a page as it is. */
  boolean asksForSource(String modifiers) {
    return modifiers.toLowerCase(Locale.ROOT).contains("msgnw:");
  }
}
