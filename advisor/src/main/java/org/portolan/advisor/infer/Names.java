package org.portolan.advisor.infer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;

/**
 * The parts of names that carry meaning: tables without the prefix of all, such as {@code wp_}, and
 * columns without the prefix of their table, such as {@code page_} in {@code page_title}.
 */
final class Names {
  /** The share of the names that must have a prefix for it to be one. */
  private static final double SHARED = 0.7;

  private static final int TABLES_MIN = 3;

  private final Map<String, String> prefixOfColumns = new HashMap<>();
  private final Map<String, Set<String>> wordsOfTables = new HashMap<>();
  private final Map<String, String> bareColumns = new HashMap<>();

  /** The beginnings, to an underscore, of at least three tables. */
  private final Set<String> sharedPrefixes;

  Names(RelationalSchema schema) {
    sharedPrefixes =
        prefixes(schema.tables().stream().map(table -> local(table.name())).toList())
            .entrySet()
            .stream()
            .filter(entry -> entry.getValue() >= TABLES_MIN)
            .map(Map.Entry::getKey)
            .collect(Collectors.toUnmodifiableSet());
    for (Table table : schema.tables()) {
      prefixOfColumns.put(
          table.name(), prefix(table.columns().stream().map(c -> plain(c.name())).toList()));
    }
  }

  /** Returns how many names have each beginning to an underscore. */
  private static Map<String, Integer> prefixes(List<String> names) {
    Map<String, Integer> counts = new HashMap<>();
    for (String name : names) {
      for (int end = name.indexOf('_'); end > 0; end = name.indexOf('_', end + 1)) {
        if (end + 1 < name.length()) {
          counts.merge(name.substring(0, end + 1), 1, Integer::sum);
        }
      }
    }
    return counts;
  }

  /** Returns the longest beginning that most columns share; empty if there is none. */
  private static String prefix(List<String> columns) {
    return prefixes(columns).entrySet().stream()
        .filter(entry -> entry.getValue() >= Math.max(2, SHARED * columns.size()))
        .map(Map.Entry::getKey)
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }

  /** Returns the words that may stand for a table: {@code users}, {@code user}. */
  Set<String> ofTable(Table table) {
    return wordsOfTables.computeIfAbsent(table.name(), any -> words(table));
  }

  private Set<String> words(Table table) {
    String name = local(table.name());
    Set<String> forms = new LinkedHashSet<>();
    forms.add(name);
    forms.add(singular(name));
    for (int end = name.indexOf('_'); end > 0; end = name.indexOf('_', end + 1)) {
      String rest = name.substring(end + 1);
      if (!rest.isEmpty() && sharedPrefixes.contains(name.substring(0, end + 1))) {
        forms.add(rest);
        forms.add(singular(rest));
      }
    }
    return forms;
  }

  /** Returns the names of a column: as it is, and without the prefix of its table. */
  List<String> ofColumn(Table table, Column column) {
    List<String> forms = new ArrayList<>();
    String name = plain(column.name());
    forms.add(name);
    String own = withoutPrefix(table, column.name());
    if (!own.equals(name)) {
      forms.add(own);
    }
    return forms;
  }

  /** Returns the name of a column without the prefix that its table's columns share. */
  String withoutPrefix(Table table, String column) {
    return bareColumns.computeIfAbsent(table.name() + "." + column, any -> bare(table, column));
  }

  private String bare(Table table, String column) {
    String name = plain(column);
    String prefix = prefixOfColumns.getOrDefault(table.name(), "");
    return name.startsWith(prefix) && name.length() > prefix.length()
        ? name.substring(prefix.length())
        : name;
  }

  boolean hasPrefix(Table table) {
    return !prefixOfColumns.getOrDefault(table.name(), "").isEmpty();
  }

  static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns a name in lower case without underscores at its end, which some schemas add. */
  static String plain(String name) {
    String lower = lower(name);
    int end = lower.length();
    while (end > 1 && lower.charAt(end - 1) == '_') {
      end--;
    }
    return lower.substring(0, end);
  }

  private static String local(String table) {
    return lower(table.substring(table.lastIndexOf('.') + 1));
  }

  static String singular(String word) {
    if (word.endsWith("ies") && word.length() > 4) {
      return word.substring(0, word.length() - 3) + "y";
    }
    if (word.endsWith("sses") || word.endsWith("xes") || word.endsWith("ches")) {
      return word.substring(0, word.length() - 2);
    }
    return word.endsWith("s") && !word.endsWith("ss") && word.length() > 2
        ? word.substring(0, word.length() - 1)
        : word;
  }
}
