package org.portolan.data.internal.repaired.recovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * Changes settled rows, each on condition of the state that was read: a commit that was planned on
 * this state, and is still on its way, then finds its condition false. Thread-safe.
 */
public record RowRaises(RowStore store, Intents intents) {
  /**
   * Raises the version of rows, in one batch.
   *
   * @param settled the rows with their states, which are settled
   * @param versionMin the lowest version that they may have afterwards
   * @return the rows that are known to have been raised, in the same order, with their new
   *     versions; the others must be read again
   * @throws EngineException if it is unknown which rows were raised
   */
  public Map<RowKey, Long> raise(Map<RowKey, WriteState> settled, long versionMin) {
    Map<RowKey, Long> raised = new LinkedHashMap<>();
    if (settled.isEmpty()) {
      return raised;
    }
    List<Mutation> raises = new ArrayList<>(settled.size());
    settled.forEach(
        (row, state) -> raises.add(intents.raised(row, state, Outbox.EMPTY, versionMin)));
    List<Boolean> held = store.engine().mutateAll(raises, Durability.SYNCED);
    for (int position = 0; position < raises.size(); position++) {
      if (held.get(position)) {
        Mutation raise = raises.get(position);
        raised.put(raise.rowKey(), raise.version().orElseThrow());
      }
    }
    return raised;
  }
}
