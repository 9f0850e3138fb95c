package org.portolan.data.internal.online;

import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.internal.evolve.EvolutionText;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.engine.Engine;
import org.portolan.engine.TableSchema;

/**
 * The tables of generations of indexes that a change builds or gives up, and that of all counters,
 * which stays.
 */
record ShadowTables(Engine engine) {
  void create(StoreSchema schema) {
    Set<String> added =
        schema.shadows().stream().map(IndexSchema::table).collect(Collectors.toSet());
    if (!schema.arriving().isEmpty()) {
      added.add(CounterSchema.TABLE);
    }
    engine.createTables(
        schema.tables().stream().filter(table -> added.contains(table.name())).toList());
  }

  /**
   * Drops the tables that a step has given up. Those of later changes have other names, so a
   * process that was held up here drops none of them.
   *
   * @param schema of the step
   */
  void drop(StoreSchema schema, EvolutionState state) {
    Set<String> existing =
        engine.tables().stream().map(TableSchema::name).collect(Collectors.toSet());
    if (StoredDesign.of(engine).epoch() != state.epoch()) {
      throw EvolutionText.overtaken(engine.uri());
    }
    for (IndexSchema index : schema.shadows()) {
      if (existing.contains(index.table())) {
        engine.dropTable(index.table());
      }
    }
  }
}
