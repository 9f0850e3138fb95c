package org.portolan.data.internal.build;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.DataException;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
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
  /** Longer than a process is silent before it is taken for dead. */
  private static final Duration WAIT_MAX = Duration.ofMinutes(2);

  private static final Duration PAUSE = Duration.ofSeconds(5);

  private StoppedStore() {}

  /**
   * Finishes all rows that dead processes have left, ends their sessions and folds counters. Does
   * nothing for a store whose engine has transactions over the store: only its user knows whether
   * another process has it open. Does nothing either if tables of the design are gone: then this
   * was done before they were dropped, and no process could open the store since.
   *
   * @param schema the design by which the rows were written
   * @throws DataException if another process has the store open, or a row cannot be finished
   */
  public static void settle(Engine engine, StoreSchema schema, StoreOptions options) {
    if (schema.guarantee() == Guarantee.ATOMIC || isBegun(engine, schema)) {
      return;
    }
    try (Repairing repairing =
        new Repairing(engine, schema, options.sweeping(Duration.ZERO, options.sweepGrace()))) {
      Stopwatch time = options.runtime().stopwatch();
      repairing.sweep();
      while (!repairing.isAlone()) {
        if (time.exceeds(WAIT_MAX)) {
          throw new DataException(
              engine.uri()
                  + " is open in another process, and its design can only be changed while it is"
                  + " not; end all processes at this store, and begin again");
        }
        Waits.pause(
            options.runtime(),
            PAUSE,
            () -> "the wait for the end of other processes was interrupted; nothing was changed");
        repairing.sweep();
      }
      List<RowKey> unfinished = repairing.settleAll();
      if (!unfinished.isEmpty()) {
        throw new DataException(
            "the derived changes of the last writes of "
                + unfinished
                + " cannot be made (the log says why); repair these rows, and begin again");
      }
      repairing.sweep();
    }
  }

  /** Returns whether an earlier attempt has begun to drop what the design has. */
  private static boolean isBegun(Engine engine, StoreSchema schema) {
    Set<String> tables =
        engine.tables().stream().map(TableSchema::name).collect(Collectors.toSet());
    return schema.tables().stream().anyMatch(table -> !tables.contains(table.name()));
  }
}
