package org.portolan.data.internal.online;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.internal.evolve.EvolutionText;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.evolve.TableChanges;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.EntityDesign;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.engine.Engine;

/** The tables, families and counters that a change drops while applications go on. */
record OnlineDrops(Engine engine) {
  /**
   * Removes the tables and families that no process writes to any more. Columns stay, without a
   * use, and so do the rows of counters.
   *
   * @param readers waits for processes that may still read rows with families that are removed
   */
  void remove(EvolutionState state, Runnable readers) {
    Map<String, List<String>> removals = removals();
    requireAt(state);
    if (removals.values().stream().flatMap(List::stream).anyMatch(each -> each.contains("."))) {
      readers.run();
    }
    for (List<String> ofTable : removals.values()) {
      // Until then another process may have ended this change, and begun one with these names.
      requireAt(state);
      TableChanges.remove(engine, ofTable);
    }
  }

  private void requireAt(EvolutionState state) {
    if (StoredDesign.of(engine).epoch() != state.epoch()) {
      throw EvolutionText.overtaken(engine.uri());
    }
  }

  /** Returns what is removed, by the tables. */
  private Map<String, List<String>> removals() {
    StoredDesign stored = StoredDesign.of(engine);
    Map<String, List<String>> removals = new LinkedHashMap<>();
    Optional<StoreSchema> leaving = stored.leaving(engine);
    if (leaving.isPresent()) {
      StoreSchema kept =
          StoreSchema.of(
              stored.design(),
              engine.capabilities(),
              stored.slots(),
              stored.indexStates().withoutShadows());
      for (String removal : TableChanges.of(engine, leaving.get(), kept).removals()) {
        String table = removal.split("\\.", 2)[0];
        // Additions of processes that were held up may still be on their way to it.
        if (!table.equals(CounterSchema.TABLE)) {
          removals.computeIfAbsent(table, any -> new ArrayList<>()).add(removal);
        }
      }
    }
    return removals;
  }

  /** Returns the remainders after a change: those of counters that it has dropped are none. */
  static Map<String, Long> remaining(EvolutionState state, Map<String, Long> remainders) {
    if (!state.hasDropped()) {
      return remainders;
    }
    Set<String> names = new HashSet<>();
    for (EntityDesign entity : state.underWay().orElseThrow().target().entities()) {
      entity.counters().forEach(counter -> names.add(counter.name()));
    }
    Map<String, Long> remaining = new HashMap<>(remainders);
    remaining.keySet().retainAll(names);
    return remaining;
  }
}
