package org.portolan.engine.simulated;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.simulated.Client.Fate;

/** How calls to a {@link Grid} pass, wait and fail. */
final class GridCalls {
  static final long MILLI = 1_000_000;
  static final long LATENCY_NANOS = 2 * MILLI;
  static final long TIMEOUT_NANOS = 10_000 * MILLI;
  private static final long LOOK_NANOS = 20 * MILLI;

  private final Grid grid;
  private final Client client;

  GridCalls(Grid grid, Client client) {
    this.grid = grid;
    this.client = client;
  }

  static long latency(RandomGenerator random) {
    return random.nextInt(20) == 0 ? 50 * MILLI : LATENCY_NANOS;
  }

  EngineException unavailable(Fate fate, String why) {
    client.done(fate, "UNAVAILABLE: " + why);
    return new UnavailableException(why);
  }

  EngineException unknown(Fate fate, String why) {
    client.done(fate, "UNKNOWN: " + why);
    return new OutcomeUnknownException(why);
  }

  <T> T answer(Fate fate, T truth, String text) {
    client.pass(fate.random().nextLong(LATENCY_NANOS));
    client.done(fate, text);
    return truth;
  }

  /** Waits for something for as long as a call may take. */
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

  /** Begins a call that changes nothing; returns its fate once it has arrived. */
  Fate arrived(String what) {
    Fate fate = client.next(what, 0, true);
    RandomGenerator random = fate.random();
    client.pass(random.nextLong(latency(random)));
    if (client.cutOff()) {
      client.pass(TIMEOUT_NANOS);
      throw unavailable(fate, "no server can be reached");
    }
    switch (fate.fault()) {
      case UNAVAILABLE -> throw unavailable(fate, "the servers do not answer");
      case KILLED_BEFORE -> client.kill();
      case SLOW -> client.pass(random.nextLong(TIMEOUT_NANOS));
      default -> {}
    }
    return fate;
  }

  void awaitWritable(Fate fate) {
    await(fate, "write met a lost majority", "too few servers are up", grid::writable);
  }
}
