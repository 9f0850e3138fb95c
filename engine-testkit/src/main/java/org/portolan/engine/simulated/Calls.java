package org.portolan.engine.simulated;

import java.util.random.RandomGenerator;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.simulated.Client.Fate;

/** The times and the failures of calls to servers. */
class Calls {
  static final long MILLI = 1_000_000;
  static final long LATENCY_NANOS = 2 * MILLI;
  static final long TIMEOUT_NANOS = 10_000 * MILLI;

  private final Client client;

  Calls(Client client) {
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
}
