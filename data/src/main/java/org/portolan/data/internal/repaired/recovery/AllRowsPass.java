package org.portolan.data.internal.repaired.recovery;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Sessions;
import org.portolan.engine.Change;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every row of a store: finishes unfinished rows, removes the states of rows deleted long
 * ago, and removes the pages of rows that sessions registered after the sessions themselves were
 * removed. It reads a page of {@value #ROWS_MAX} rows at a time.
 */
record AllRowsPass(RowStore store, Sessions sessions) {
  private static final Logger LOG = LoggerFactory.getLogger(AllRowsPass.class);
  private static final int ROWS_MAX = 500;

  /**
   * @param afterPage runs after each page but the last one of its table
   * @param closed whether to stop
   */
  void run(Pass pass, Runnable afterPage, BooleanSupplier closed) {
    int stray = sessions.removeStrayPages();
    if (stray > 0) {
      LOG.info(
          "removed {} pages of open rows that sessions registered after their own removal", stray);
    }
    long removableMax = removableMax();
    for (EntitySchema entity : store.schema().written()) {
      run(entity, removableMax, pass, afterPage, closed);
    }
  }

  /** Returns the version up to which the states of deleted rows are removed in this pass. */
  private long removableMax() {
    try {
      return sessions.earliestMillis(store.runtime().wallMillis())
          - WriteState.KEEP_DELETED.toMillis();
    } catch (UnavailableException e) {
      // The clock of this process may be days ahead.
      LOG.debug(
          "no server reports the time: the states of deleted rows stay until another pass", e);
      return Long.MIN_VALUE;
    }
  }

  private void run(
      EntitySchema entity,
      long removableMax,
      Pass pass,
      Runnable afterPage,
      BooleanSupplier closed) {
    Scan scan =
        Scan.of(
            entity.table(),
            KeyRange.ALL,
            ROWS_MAX,
            WriteState.READ,
            new FamilyRead.Presence(entity.presenceFamily()));
    while (!closed.getAsBoolean()) {
      Stopwatch known = store.runtime().stopwatch();
      ScanPage page = store.engine().scan(scan);
      for (Row row : page.rows()) {
        pass.rows++;
        RowKey key = new RowKey(entity.table(), row.key());
        WriteState state = WriteState.of(row);
        long aheadMillis = state.version() - store.runtime().wallMillis();
        if (aheadMillis >= Mutation.VERSION_LEAD_MAX) {
          pass.noteAhead(key, Duration.ofMillis(aheadMillis));
        }
        if (!state.isSettled()) {
          pass.finish(key, state, known);
        } else if (state.exists() && !entity.exists(row) && state.version() <= removableMax) {
          removeState(key, state, pass);
        }
      }
      if (page.next().isEmpty()) {
        return;
      }
      scan = scan.following(page);
      afterPage.run();
    }
  }

  private void removeState(RowKey row, WriteState state, Pass pass) {
    Mutation removal =
        Mutation.of(row.table(), row.key(), new Change.DeleteFamily(StoreSchema.WRITE_FAMILY))
            .on(state.condition())
            .at(state.version());
    if (store.tried(removal)) {
      pass.removed++;
    }
  }
}
