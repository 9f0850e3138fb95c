package org.portolan.data.internal.online;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.DataException;
import org.portolan.data.internal.evolve.EvolutionText;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.evolve.TableChanges;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.Slots;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Engine;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.TableSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables, families and columns that a change adds while applications go on. */
record OnlineAdditions(Engine engine) {
  private static final Logger LOG = LoggerFactory.getLogger(OnlineAdditions.class);

  /**
   * Creates and alters tables. All processes work by the old design, so none uses what is new, and
   * they go on with their tables as they know them.
   *
   * @throws DataException if the engine refuses it
   */
  void prepare(EvolutionState state) {
    try {
      add(state);
    } catch (CapabilityException | SchemaMismatchException e) {
      throw TableChanges.refused(engine, state.underWay().orElseThrow().target().name(), e);
    }
  }

  /**
   * Alters the tables although the change is given up: another process may be about to do so, and
   * must find it done. What the engine refuses to this process, it refuses to the others.
   */
  void completePreparing(EvolutionState state) {
    try {
      add(state);
    } catch (CapabilityException | SchemaMismatchException e) {
      LOG.info("{}: {}", engine.uri(), e.getMessage());
    }
  }

  private void add(EvolutionState state) {
    Optional<TableChanges> changes = changes();
    requireAt(state);
    changes.ifPresent(tables -> tables.add(Set.of()));
  }

  /** Returns the changes of the tables; empty if nothing is added, or if it is in force. */
  private Optional<TableChanges> changes() {
    StoredDesign stored = StoredDesign.of(engine);
    return stored
        .coming(engine)
        .map(
            coming ->
                TableChanges.of(
                    engine,
                    StoreSchema.of(
                        stored.design(),
                        engine.capabilities(),
                        stored.slots(),
                        stored.indexStates().withoutShadows()),
                    coming));
  }

  private void requireAt(EvolutionState state) {
    if (StoredDesign.of(engine).epoch() != state.epoch()) {
      throw EvolutionText.overtaken(engine.uri());
    }
  }

  /**
   * Removes tables and families that nobody has written to. Columns stay, and the table of all
   * counters: additions of processes that were held up may still be on their way to it.
   */
  void remove(EvolutionState state) {
    Optional<TableChanges> changes = changes();
    requireAt(state);
    changes.ifPresent(
        tables ->
            TableChanges.remove(
                engine,
                tables.additions().stream()
                    .filter(each -> !each.equals(CounterSchema.TABLE))
                    .toList()));
  }

  /**
   * Returns the slots after the last step: if the change was given up, those that were appended
   * have no use.
   *
   * @param schema of the last step
   */
  Slots slotsAtEnd(EvolutionState state, StoreSchema schema) {
    StoredDesign stored = StoredDesign.of(engine);
    if (stored.coming(engine).isEmpty()) {
      return state.slotsAtEnd();
    }
    List<TableSchema> tables = engine.tables();
    return state
        .slots()
        .withdrawing(
            state.nextSlots(stored.textDesign()),
            (entity, part) ->
                isPacked(schema, entity, part)
                    ? Integer.MAX_VALUE
                    : TableChanges.columns(tables, schema.tableOf(entity, part), part));
  }

  /** Returns whether the columns are in objects or trees, where no table tells of them. */
  private static boolean isPacked(StoreSchema schema, String entity, String part) {
    return schema
        .entity(entity)
        .design()
        .collection(part)
        .filter(items -> items.storage() == Storage.OBJECT || items.storage() == Storage.TREE)
        .isPresent();
  }
}
