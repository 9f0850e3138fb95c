package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.portolan.design.ColumnRule;
import org.portolan.design.FamilyDesign;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/** Reads the columns of families and of items: a type, or a type with properties. */
final class ColumnReader {
  private ColumnReader() {}

  /** Columns in their order, and the rules and collations of some by their names. */
  record Columns(
      List<Column> columns, Map<String, ColumnRule> rules, Map<String, Collation> collations) {
    static final Columns NONE = new Columns(List.of(), Map.of(), Map.of());
  }

  /** Reads a family with its columns by their names. */
  static FamilyDesign family(String name, Value value) {
    Columns read = columns(value, "name the family's columns");
    return new FamilyDesign(name, read.columns(), read.rules(), read.collations());
  }

  /** Reads columns by their names. */
  static Columns columns(Value value, String right) {
    List<Column> columns = new ArrayList<>();
    Map<String, ColumnRule> rules = new TreeMap<>();
    Map<String, Collation> collations = new TreeMap<>();
    value
        .section(right + " and their types: '{id: long}'")
        .ifPresent(
            section ->
                section
                    .all()
                    .forEach(
                        (column, form) -> {
                          if (form.isSection()) {
                            withProperties(column, form, columns, rules, collations);
                          } else {
                            columns.add(new Column(column, TypeReader.read(form)));
                          }
                        }));
    return new Columns(columns, rules, collations);
  }

  /** Reads the columns of items, which have no collation. */
  static Columns itemColumns(Value value) {
    Columns read = columns(value, "name the items' columns");
    read.collations()
        .forEach(
            (name, collation) ->
                value
                    .findings()
                    .add(
                        value.path() + "." + name + ".collation",
                        "no index lists items by their columns, so a collation would do nothing",
                        "remove it, or make the items an entity"));
    return read;
  }

  private static void withProperties(
      String name,
      Value form,
      List<Column> columns,
      Map<String, ColumnRule> rules,
      Map<String, Collation> collations) {
    Section section = form.section("").orElseThrow();
    ColumnType type =
        section
            .require("type", "name the column's type: '{type: int, min: 0}'")
            .map(TypeReader::read)
            .orElse(ScalarType.TEXT);
    columns.add(new Column(name, type));
    boolean typeIsKnown = !form.findings().isUnreadable(section.pathOf("type"));
    boolean required =
        section.get("required").flatMap(v -> v.bool("use true or false")).orElse(false);
    Optional<Object> byDefault = value(section, "default", type, typeIsKnown);
    Optional<Object> min = value(section, "min", type, typeIsKnown);
    Optional<Object> max = value(section, "max", type, typeIsKnown);
    Optional<String> pattern = section.get("pattern").flatMap(ColumnReader::pattern);
    section
        .get("collation")
        .filter(value -> typeIsKnown)
        .flatMap(value -> KeyReader.collation(value, type))
        .ifPresent(collation -> collations.put(name, collation));
    section.finish();
    rules.put(name, new ColumnRule(required, byDefault, min, max, pattern));
  }

  private static Optional<Object> value(
      Section section, String key, ColumnType type, boolean typeIsKnown) {
    Optional<Value> found = section.get(key);
    if (found.isEmpty() || !typeIsKnown) {
      return Optional.empty();
    }
    Value value = found.get();
    return value
        .text("write a value of the column's type")
        .flatMap(
            text -> {
              if (!(type instanceof ScalarType scalar)) {
                value
                    .findings()
                    .addUnreadable(
                        value.path(),
                        "a " + type.spelling() + " has no '" + key + "'",
                        "remove it; only a column of a scalar type has one");
                return Optional.empty();
              }
              try {
                return Optional.of(Values.parse(scalar, text));
              } catch (IllegalArgumentException wrong) {
                value
                    .findings()
                    .addUnreadable(
                        value.path(), wrong.getMessage(), "the column is " + scalar.spelling());
                return Optional.empty();
              }
            });
  }

  private static Optional<String> pattern(Value value) {
    return value
        .text("write a regular expression: '[A-Z]{3}'")
        .flatMap(
            text -> {
              try {
                return Optional.of(Pattern.compile(text).pattern());
              } catch (PatternSyntaxException wrong) {
                value
                    .findings()
                    .addUnreadable(
                        value.path(),
                        "'" + text + "' is no regular expression: " + wrong.getDescription(),
                        "write one of java.util.regex, for example '[A-Z]{3}'");
                return Optional.empty();
              }
            });
  }
}
