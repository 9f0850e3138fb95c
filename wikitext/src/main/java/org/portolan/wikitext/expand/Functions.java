package org.portolan.wikitext.expand;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The functions and variables by their names. Immutable once made, and thread-safe. */
final class Functions {
  /** Words that replace a call by a copy when a page is saved. */
  private static final Set<String> SUBST =
      Set.of("subst", "sostituisci", "ers", "ersetzen", "подст", "подстановка");

  /** Words that change how a page is included. */
  private static final Set<String> MODIFIERS = Set.of("safesubst", "msg", "msgnw", "raw");

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

  /** Adds a function under names without regard to case. */
  void function(Function function, String... names) {
    for (var name : names) {
      functions.put(name.toLowerCase(Locale.ROOT), function);
    }
  }

  /** Adds a variable under exactly these names. */
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
    return functions.get(name.toLowerCase(Locale.ROOT));
  }

  /** Returns null if there is no such variable. */
  Function variable(String name) {
    return variables.get(name);
  }

  boolean isSubst(String word) {
    return SUBST.contains(word.toLowerCase(Locale.ROOT));
  }

  boolean isModifier(String word) {
    return MODIFIERS.contains(word.toLowerCase(Locale.ROOT));
  }
}
