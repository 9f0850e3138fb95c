package org.portolan.data.internal.build;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.DataException;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Engine;
import org.portolan.engine.RowKey;
import org.portolan.engine.TableSchema;

/**
 * Makes sure that nothing is left to do for the rows of a store, and that no process has it open.
 */
public final class StoppedStore {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private StoppedStore() {}

  /**
   * Finishes all rows that dead processes have left, ends their sessions and folds counters. Does
   * nothing for a store whose engine has transactions over the store: only its user knows whether
   * another process has it open. Does nothing either if tables of the design are gone: then this
   * was done before they were dropped, and no process could open the store since.
   *
   * @param schema the design by which the rows were written
   * @param patience how long to wait for the end of other processes; one that died is waited for
   *     about 45 seconds
   * @throws DataException if another process has the store open, or a row cannot be finished
   */
  public static void settle(
      Engine engine, StoreSchema schema, StoreOptions options, Duration patience) {
    if (schema.guarantee() == Guarantee.ATOMIC || isBegun(engine, schema)) {
      return;
    }
    try (Repairing repairing =
        new Repairing(engine, schema, options.sweeping(Duration.ZERO, options.sweepGrace()))) {
      waitForOthers(engine, repairing, options.runtime(), patience);
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
      repairing.sweep();
    }
  }

  private static void waitForOthers(
      Engine engine, Repairing repairing, StoreRuntime runtime, Duration patience) {
    Stopwatch since = runtime.stopwatch();
    // Ends the sessions of processes that died.
    repairing.sweep();
    List<String> others = repairing.others();
    while (!others.isEmpty()) {
      if (since.exceeds(patience)) {
        throw new DataException(
            "cannot change the design of "
                + engine.uri()
                + " while other processes write to it: "
                + others
                + "; nothing was changed; stop them, then make the change again");
      }
      Waits.pause(runtime, LOOK, () -> "the wait for other processes was interrupted");
      repairing.sweep();
      others = repairing.others();
    }
  }

  /** Returns whether an earlier attempt has begun to drop what the design has. */
  private static boolean isBegun(Engine engine, StoreSchema schema) {
    Set<String> tables =
        engine.tables().stream().map(TableSchema::name).collect(Collectors.toSet());
    return schema.tables().stream().anyMatch(table -> !tables.contains(table.name()));
  }
}
