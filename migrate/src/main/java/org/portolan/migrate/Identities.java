package org.portolan.migrate;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Rows of followed tables by their identities, each once. Tables are in the order of the plan, so
 * that owners come before what belongs to them. Used by one thread.
 */
final class Identities {
  private final Map<FollowedTable, Set<List<Object>>> byTable =
      new TreeMap<>(Comparator.comparingInt(table -> table.plan().number()));

  void add(FollowedTable table, List<Object> identity) {
    byTable.computeIfAbsent(table, any -> new LinkedHashSet<>()).add(identity);
  }

  void addAll(FollowedTable table, Collection<List<Object>> identities) {
    identities.forEach(identity -> add(table, identity));
  }

  boolean isEmpty() {
    return byTable.isEmpty();
  }

  void forEach(BiConsumer<FollowedTable, Set<List<Object>>> consumer) {
    byTable.forEach(consumer);
  }

  void clear() {
    byTable.clear();
  }
}
