package org.portolan.testkit;

import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.portolan.engine.Engine;
import org.portolan.engine.contract.EngineContract;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyNetwork;

/**
 * The contract of engines, with the limits of each real engine. For RocksDB, {@code
 * SimulatedContractTest} tests the same engine with smaller limits: to encode values of 64 MiB
 * takes minutes.
 */
@Tag("long")
class MemoryEnginesContractTest {
  /** Returns the servers of a kind, to which any number of clients connect. */
  private static FaultyNetwork servers(Kind kind) {
    return new FaultyNetwork(MemoryEngines.connect(kind, InstantSource.system(), 1));
  }

  @Nested
  class OfHBase extends EngineContract {
    private final FaultyNetwork servers = servers(Kind.HBASE);

    @Override
    protected Engine open() {
      return servers.client(FaultPlan.NONE);
    }

    @Override
    protected Optional<Engine> openBeside() {
      return Optional.of(servers.client(FaultPlan.NONE));
    }
  }

  @Nested
  class OfCassandra extends EngineContract {
    private final FaultyNetwork servers = servers(Kind.CASSANDRA);

    @Override
    protected Engine open() {
      return servers.client(FaultPlan.NONE);
    }

    @Override
    protected Optional<Engine> openBeside() {
      return Optional.of(servers.client(FaultPlan.NONE));
    }
  }

  @Nested
  class OfIgnite extends EngineContract {
    private final FaultyNetwork servers = servers(Kind.IGNITE);

    @Override
    protected Engine open() {
      return servers.client(FaultPlan.NONE);
    }

    @Override
    protected Optional<Engine> openBeside() {
      return Optional.of(servers.client(FaultPlan.NONE));
    }
  }
}
