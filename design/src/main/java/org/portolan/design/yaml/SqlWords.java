package org.portolan.design.yaml;

import static java.util.Map.entry;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What engineers write who come from SQL, and what a design file calls it. */
final class SqlWords {
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          entry("text", "text"),
          entry("string", "text"),
          entry("str", "text"),
          entry("char", "text"),
          entry("character", "text"),
          entry("varchar", "text"),
          entry("nvarchar", "text"),
          entry("tinytext", "text"),
          entry("mediumtext", "text"),
          entry("longtext", "text"),
          entry("clob", "text"),
          entry("json", "text"),
          entry("jsonb", "text"),
          entry("xml", "text"),
          entry("inet", "text"),
          entry("enum", "text"),
          entry("uuid", "text"),
          entry("int", "int"),
          entry("integer", "int"),
          entry("int4", "int"),
          entry("short", "int"),
          entry("byte", "int"),
          entry("tinyint", "int"),
          entry("smallint", "int"),
          entry("mediumint", "int"),
          entry("bigint", "long"),
          entry("int8", "long"),
          entry("serial", "long"),
          entry("bigserial", "long"),
          entry("bool", "boolean"),
          entry("bit", "boolean"),
          entry("timestamp", "timestamp"),
          entry("date", "timestamp"),
          entry("datetime", "timestamp"),
          entry("time", "text"),
          entry("interval", "long"),
          entry("timestamptz", "timestamp"),
          entry("instant", "timestamp"),
          entry("blob", "bytes"),
          entry("mediumblob", "bytes"),
          entry("longblob", "bytes"),
          entry("bytea", "bytes"),
          entry("binary", "bytes"),
          entry("varbinary", "bytes"),
          entry("numeric", "decimal(precision,scale)"),
          entry("number", "decimal(precision,scale)"),
          entry("dec", "decimal(precision,scale)"),
          entry("decimal", "decimal(precision,scale)"),
          entry("money", "decimal(precision,scale)"),
          entry("float", "decimal(precision,scale)"),
          entry("double", "decimal(precision,scale)"),
          entry("real", "decimal(precision,scale)"));

  private static final String REFERENCES =
      "write beside the families: 'references: {owner: {on: [owner], to: user}}'; ";

  private static final String MIN = "write for example {type: int, min: 0}; ";
  private static final String MAX = "write for example {type: int, max: 100}; ";

  private static final Map<String, String> KEYS =
      Map.ofEntries(
          entry("unique", "write an index: {on: [column], unique: true}; "),
          entry("primary", "the columns under 'key' are the primary key; "),
          entry("references", REFERENCES),
          entry("foreign-key", REFERENCES),
          entry("auto-increment", "no column counts up by itself: take keys from Store.sequence; "),
          entry("default", "write for example {type: int, default: 0}; "),
          entry("not-null", "write for example {type: int, required: true}; "),
          entry("minimum", MIN),
          entry("maximum", MAX));

  /** {@code numeric(10,2)}, whose precision and scale are kept. */
  private static final Pattern EXACT =
      Pattern.compile(
          "(?:numeric|number|dec|decimal|float|double|real)\\s*\\((\\d+)\\s*(?:,\\s*(\\d+))?\\).*");

  private SqlWords() {}

  /**
   * Returns the type of a design that a type of SQL becomes, {@code set of} and {@code list of}
   * kept; empty if the word is none.
   */
  static Optional<String> type(String text) {
    String all = text.toLowerCase(Locale.ROOT).trim();
    int of = all.lastIndexOf(" of ");
    String collection = of < 0 ? "" : all.substring(0, of + " of ".length());
    String element = all.substring(collection.length());
    Matcher exact = EXACT.matcher(element);
    if (exact.matches()) {
      String scale = exact.group(2) == null ? "0" : exact.group(2);
      return Optional.of(collection + "decimal(" + exact.group(1) + "," + scale + ")");
    }
    if (element.endsWith("[]")) {
      return type(element.substring(0, element.length() - 2)).map(type -> "list of " + type);
    }
    if (element.contains("unsigned") && element.startsWith("int")) {
      return Optional.of(collection + "long");
    }
    return Optional.ofNullable(TYPES.get(element.replaceAll("\\s*\\(.*|\\s.*", "")))
        .map(type -> collection + type);
  }

  /**
   * Returns what to do about words behind a type that SQL has, {@code unique} or {@code not null};
   * empty if there are none.
   */
  static String behindType(String text) {
    String words = " " + text.toLowerCase(Locale.ROOT).trim().replace('_', ' ') + " ";
    StringBuilder advice = new StringBuilder();
    new TreeMap<>(KEYS)
        .forEach(
            (key, what) -> {
              if (words.contains(" " + key.replace('-', ' ') + " ")) {
                advice.append(what);
              }
            });
    return advice.toString();
  }

  /** Returns what to do in place of a key that design files do not have; empty if there is none. */
  static String aboutKey(String key) {
    return KEYS.getOrDefault(key.toLowerCase(Locale.ROOT).replaceAll("[ _]", "-"), "");
  }

  /** Returns {@code asc} or {@code desc} for what was meant as one; empty if it was not. */
  static Optional<String> order(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "descending", "desc" -> Optional.of("desc");
      case "ascending", "asc" -> Optional.of("asc");
      default -> Optional.empty();
    };
  }
}
