package org.portolan.testkit;

import java.time.InstantSource;
import java.util.Random;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;

/** Makes the servers of a kind of engine, in memory and empty. */
final class MemoryEngines {
  private MemoryEngines() {}

  /**
   * Returns a connection to new servers.
   *
   * @param clock of the servers
   * @param seed decides where the engine leaves a choice, such as the order in which rows change
   */
  static Engine connect(Kind kind, InstantSource clock, long seed) {
    return switch (kind) {
      case HBASE, CASSANDRA ->
          MemoryCluster.of(kind.scheme(), kind.capabilities(), clock, seed).connect();
      case IGNITE -> simulated(SimulatedCluster.Kind.STORE, kind, seed);
      case ROCKSDB -> simulated(SimulatedCluster.Kind.EMBEDDED, kind, seed);
    };
  }

  private static Engine simulated(SimulatedCluster.Kind simulated, Kind kind, long seed) {
    return SimulatedCluster.calm(simulated, new Random(seed), kind.capabilities())
        .connect(Client.calm(new Random(seed + 1)));
  }
}
