package org.portolan.design.check;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * The rule for options of tables: each can be written in exactly one way. Only the engine knows
 * their meaning.
 */
final class OptionRules {
  static final int OPTIONS_MAX = 100;
  static final int VALUE_LENGTH_MAX = 200;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(\\.[a-z0-9][a-z0-9_-]*)+");
  private static final Pattern VALUE = Pattern.compile("[ -~&&[^\"\\\\]]+");

  private OptionRules() {}

  /** Checks the options of the part at {@code path}. */
  static void check(Findings findings, String path, Map<String, String> options) {
    String place = path + ".options";
    Limits.check(findings, place, options.size(), OPTIONS_MAX, "options");
    options.forEach((name, value) -> check(findings, place + "." + name, name, value));
  }

  private static void check(Findings findings, String place, String name, String value) {
    if (!NAME.matcher(name).matches()) {
      findings.add(
          place,
          "'" + name + "' is not the name of an option",
          "begin with the scheme of an engine and a dot: 'hbase.compression'");
    }
    if (!VALUE.matcher(value).matches() || !value.equals(value.strip())) {
      findings.add(
          place,
          "the value of an option contains a quote, a backslash or a character outside ASCII",
          "use letters, digits and other ASCII characters");
    } else if (value.length() > VALUE_LENGTH_MAX) {
      findings.add(
          place,
          "the value has " + value.length() + " characters",
          "use at most " + VALUE_LENGTH_MAX);
    }
  }
}
