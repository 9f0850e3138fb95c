package org.portolan.advisor.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A relational schema. Immutable and thread-safe.
 *
 * <p>Names are found in any case, and without their schema or database where that is unambiguous.
 * So two tables whose names differ only in case are told apart only if they are named exactly.
 */
public final class RelationalSchema {
  private final List<Table> tables;
  private final List<String> views;
  private final Map<String, Table> exact = new LinkedHashMap<>();
  private final Map<String, Table> anyCase = new LinkedHashMap<>();

  /** Two tables of different schemas have the name of null here. */
  private final Map<String, Table> unqualified = new LinkedHashMap<>();

  /**
   * @param tables the tables, in the order of the files
   * @param views the names of the views, of which nothing else is known
   */
  public RelationalSchema(List<Table> tables, List<String> views) {
    this.tables = List.copyOf(tables);
    this.views = List.copyOf(views);
    for (Table table : tables) {
      exact.put(table.name(), table);
      anyCase.putIfAbsent(lower(table.name()), table);
      String last = lower(lastPart(table.name()));
      unqualified.put(last, unqualified.containsKey(last) ? null : table);
    }
  }

  public List<Table> tables() {
    return tables;
  }

  public List<String> views() {
    return views;
  }

  /** Returns the table of a name, with or without its schema or database. */
  public Optional<Table> table(String name) {
    Table found = exact.get(name);
    if (found == null) {
      found = anyCase.get(lower(name));
    }
    if (found == null) {
      found = anyCase.get(lower(lastPart(name)));
    }
    if (found == null && !name.contains(".")) {
      found = unqualified.get(lower(name));
    }
    return Optional.ofNullable(found);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static String lastPart(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
