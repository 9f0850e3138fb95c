package org.portolan.data.internal.evolve;

import java.time.Duration;
import java.util.List;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Engine;
import org.portolan.engine.RowKey;

/**
 * The other processes at a store whose design changes. An engine within the process has a lock, so
 * there are none. An engine of rows has sessions: each process that writes joins before it writes,
 * and then refuses to write if the design is changing, so whoever is not seen here does not write.
 * Any other engine shows nobody: the caller must vouch for it.
 */
record Processes(Engine engine, EvolveOptions options) {
  private static final Duration LOOK = Duration.ofSeconds(1);

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
    if (schema.guarantee() != Guarantee.REPAIRED) {
      return;
    }
    StoreOptions store =
        StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO).in(options.runtime());
    try (Repairing repairing = new Repairing(engine, schema, store)) {
      waitForOthers(repairing);
      List<RowKey> unfinished = repairing.settleAll();
      if (!unfinished.isEmpty()) {
        throw new DataException(
            "cannot change the design of "
                + engine.uri()
                + ": the derived changes of the last writes of "
                + unfinished
                + " cannot be made (the log says why); nothing was changed; check the store with"
                + " repair first");
      }
    }
  }

  private void waitForOthers(Repairing repairing) {
    Stopwatch since = options.runtime().stopwatch();
    List<String> others = repairing.others();
    while (!others.isEmpty()) {
      if (since.exceeds(options.patience())) {
        throw new DataException(
            "cannot change the design of "
                + engine.uri()
                + " while other processes write to it: "
                + others
                + "; nothing was changed; stop them, then make the change again");
      }
      // Ends the sessions of processes that died.
      repairing.sweep();
      others = repairing.others();
      if (!others.isEmpty()) {
        Waits.pause(options.runtime(), LOOK, () -> "the wait for other processes was interrupted");
        others = repairing.others();
      }
    }
  }
}
