package org.portolan.design.check;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.ColumnRule;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;
import org.portolan.types.Values;

/** The rules for what a design asks of the values of columns. */
final class ColumnRules {
  /** The longest default text or pattern. */
  static final int LENGTH_MAX = 1_000;

  private ColumnRules() {}

  /**
   * @param path of the columns of a family or of items
   */
  static void check(
      Findings findings, String path, List<Column> columns, Map<String, ColumnRule> rules) {
    rules.forEach(
        (name, rule) ->
            columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .ifPresentOrElse(
                    column -> check(findings, path + "." + name, column, rule),
                    () ->
                        findings.add(
                            path,
                            "there is a rule for '" + name + "', which is no column",
                            "remove it")));
  }

  private static void check(Findings findings, String path, Column column, ColumnRule rule) {
    if (!(column.type() instanceof ScalarType type)) {
      if (!rule.equals(ColumnRule.NONE)) {
        findings.add(
            path,
            "a " + column.type().spelling() + " has no rule",
            "write the type alone: an empty set or list may be stored as null");
      }
      return;
    }
    boolean text = type.kind() == Kind.TEXT || type.kind() == Kind.COMPRESSED_TEXT;
    if (rule.pattern().isPresent() && !text && !findings.isUnreadable(path + ".type")) {
      findings.add(
          path + ".pattern",
          "a column of type " + type.spelling() + " has no pattern",
          "use min and max, or make it text");
    }
    if (rule.min().isPresent()
        && rule.max().isPresent()
        && Values.compare(type, rule.min().get(), rule.max().get()) > 0) {
      findings.add(path + ".max", "no value is between min and max", "let max be at least min");
    }
    checkPlain(findings, path + ".pattern", rule.pattern());
    if (text) {
      checkPlain(findings, path + ".default", rule.defaultValue());
      checkPlain(findings, path + ".min", rule.min());
      checkPlain(findings, path + ".max", rule.max());
    }
    rule.defaultValue()
        .filter(value -> text || rule.pattern().isEmpty())
        .flatMap(value -> rule.violation(type, value))
        .ifPresent(
            why ->
                findings.add(
                    path + ".default",
                    "the default " + why,
                    "choose a default that satisfies the rule"));
  }

  /** Refuses texts that could not be written into a file and read again. */
  private static void checkPlain(Findings findings, String path, Optional<?> value) {
    value
        .map(Object::toString)
        .filter(
            text ->
                text.length() > LENGTH_MAX
                    || text.isBlank()
                    || !text.equals(text.strip())
                    || text.codePoints().anyMatch(Character::isISOControl))
        .ifPresent(
            text ->
                findings.add(
                    path,
                    "the text is empty, too long, or has control characters or blanks around it",
                    "use at most " + LENGTH_MAX + " other characters"));
  }
}
