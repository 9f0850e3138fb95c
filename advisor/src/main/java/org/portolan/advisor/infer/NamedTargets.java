package org.portolan.advisor.infer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;

/**
 * The tables that a column's name may stand for, by that name: comparing each column with each
 * table takes minutes in a schema of hundreds of tables.
 */
final class NamedTargets {
  private final List<Table> tables;
  private final Map<String, List<Integer>> byName = new HashMap<>();
  private final Map<String, List<Integer>> byKey = new HashMap<>();

  NamedTargets(RelationalSchema schema, Names names) {
    tables = schema.tables();
    for (int place = 0; place < tables.size(); place++) {
      Table table = tables.get(place);
      for (Key key : table.keys()) {
        if (key.parts().size() == 1) {
          String column = key.columns().get(0);
          put(byKey, Names.lower(column), place);
          for (String word : names.ofTable(table)) {
            put(byName, word, place);
            put(byName, word + "_id", place);
            put(byName, word + "_" + names.withoutPrefix(table, column), place);
            put(byName, word + names.withoutPrefix(table, column), place);
            put(byName, word + "_" + Names.plain(column), place);
          }
        }
      }
    }
  }

  private static void put(Map<String, List<Integer>> map, String name, int place) {
    List<Integer> places = map.computeIfAbsent(name, any -> new ArrayList<>());
    if (places.isEmpty() || places.get(places.size() - 1) != place) {
      places.add(place);
    }
  }

  /** Returns the tables that one of these names may stand for, in the order of the schema. */
  Collection<Table> namedBy(List<String> forms) {
    Map<Integer, Table> found = new TreeMap<>();
    for (String form : forms) {
      byName.getOrDefault(form, List.of()).forEach(place -> found.put(place, tables.get(place)));
    }
    return found.values();
  }

  /** Returns the tables with a key of this one column, in the order of the schema. */
  List<Table> withKey(String column) {
    return byKey.getOrDefault(Names.lower(column), List.of()).stream().map(tables::get).toList();
  }
}
