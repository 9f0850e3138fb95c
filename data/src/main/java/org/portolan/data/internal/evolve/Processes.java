package org.portolan.data.internal.evolve;

import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.build.StoppedStore;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Engine;

/**
 * The other processes at a store whose design changes. An engine within the process has a lock, so
 * there are none. An engine of rows has sessions: each process joins before it writes, and refuses
 * to write if the design is changing. So a process that has no session here writes nothing. Other
 * engines do not show who has the store open: the caller must vouch that nobody has.
 */
record Processes(Engine engine, EvolveOptions options) {
  /**
   * Refuses an engine that cannot tell who else has the store open, unless the caller vouches.
   *
   * @throws DataException if so
   */
  void requireTold() {
    boolean told =
        Guarantee.of(engine.capabilities()) == Guarantee.REPAIRED || engine.capabilities().local();
    if (!told && !options.stopped()) {
      throw new DataException(
          "cannot change the design of "
              + engine.uri()
              + ": this engine does not tell which other processes have the store open, and a"
              + " process that goes on by the old design would damage rows; stop them all, then"
              + " say so with --stopped");
    }
  }

  /**
   * Waits until no other process has a session, and finishes all unfinished rows.
   *
   * @param schema of the design in force
   * @throws DataException if a process does not end in time, or a row cannot be finished
   */
  void settle(StoreSchema schema) {
    StoreOptions store = StoreOptions.DEFAULT.in(options.runtime());
    StoppedStore.settle(engine, schema, store, options.patience());
  }
}
