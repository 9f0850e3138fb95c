package org.portolan.data.repaired;

import java.util.List;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.fixture.Fault.Rest;
import org.portolan.engine.fixture.FaultPlan;

/**
 * Finds the commits of a client that were sent twice, of which the client got the second answer,
 * and whose row had forgotten the first one when the client looked. Such a client takes its write
 * for refused although it was made: it believes a no of the last five seconds, as nearly every no
 * means another writer, and no adapter sends a change on a condition again unless the first cannot
 * have been made (ARCHITECTURE, step e). Used by the client's only user.
 */
final class RepeatedCommits {
  private final Thread user = Thread.currentThread();
  private List<Mutation> sent = List.of();
  private Mutation repeated;
  private boolean forgotten;

  private boolean isUser() {
    return Thread.currentThread() == user;
  }

  /** Returns the same plan, which this learns. */
  FaultPlan noted(FaultPlan plan) {
    return call -> {
      var fault = plan.at(call);
      if (isUser() && fault.rest() == Rest.REPEATED && isCommit(sent)) {
        repeated = sent.get(0);
      }
      return fault;
    };
  }

  /** Returns a client whose calls this learns. */
  Engine noted(Engine client) {
    HookedEngine engine = new HookedEngine(client);
    engine.beforeWrite =
        mutations -> {
          if (isUser()) {
            sent = mutations;
          }
        };
    engine.reads =
        gets -> {
          List<Row> rows = client.get(gets);
          if (isUser()) {
            look(gets, rows);
          }
          return rows;
        };
    return engine;
  }

  /** Locks are no commits: they decide nothing. */
  private static boolean isCommit(List<Mutation> mutations) {
    return mutations.size() == 1
        && mutations.get(0).condition().isPresent()
        && state(mutations.get(0)) != null
        && state(mutations.get(0)).get(4) == null;
  }

  /** Returns the values of the state that a change writes; null if there is none. */
  private static List<Object> state(Mutation mutation) {
    for (Change change : mutation.changes()) {
      if (change instanceof Change.PutColumns put
          && put.family().equals(StoreSchema.WRITE_FAMILY)) {
        return put.values();
      }
    }
    return null;
  }

  private void look(List<Get> gets, List<Row> rows) {
    for (int position = 0; position < gets.size() && repeated != null; position++) {
      Get get = gets.get(position);
      if (get.rowKey().equals(repeated.rowKey()) && get.families().contains(WriteState.READ)) {
        long write = (Long) state(repeated).get(1);
        forgotten |= !WriteState.of(rows.get(position)).includes(write);
        repeated = null;
      }
    }
  }

  /** Returns whether a row has forgotten such a commit since the last call. */
  boolean takeForgotten() {
    boolean taken = forgotten;
    forgotten = false;
    repeated = null;
    return taken;
  }
}
