package org.portolan.engine.simulated;

import java.util.function.BooleanSupplier;
import org.portolan.engine.simulated.Client.Fate;

/** The times, the waits and the failures of calls to a {@link Grid}. */
final class GridCalls extends Calls {
  private static final long LOOK_NANOS = 20 * MILLI;

  private final Grid grid;
  private final Client client;

  GridCalls(Grid grid, Client client) {
    super(client);
    this.grid = grid;
    this.client = client;
  }

  /** Waits for a condition for as long as a call may take. */
  void await(Fate fate, String state, String why, BooleanSupplier condition) {
    if (condition.getAsBoolean()) {
      return;
    }
    grid.surroundings().met("state: " + state);
    for (long waited = 0; waited < TIMEOUT_NANOS; waited += LOOK_NANOS) {
      client.pass(LOOK_NANOS);
      if (condition.getAsBoolean()) {
        return;
      }
    }
    throw unavailable(fate, why);
  }

  void awaitReadable(Fate fate) {
    await(fate, "call met a server that was down", "all copies are down", grid::readable);
  }

  void awaitWritable(Fate fate) {
    await(fate, "write met a lost majority", "too few servers are up", grid::writable);
  }
}
