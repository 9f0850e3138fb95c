package org.portolan.engine.simulated;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.portolan.engine.Engine;
import org.portolan.engine.contract.EngineContract;

/** The contract suite against the simulated clusters, without faults. */
class SimulatedContractTest {
  private static SimulatedCluster cluster(SimulatedCluster.Kind kind) {
    return SimulatedCluster.calm(kind, new Random(1));
  }

  @Nested
  class OfRows extends EngineContract {
    private final SimulatedCluster cluster = cluster(SimulatedCluster.Kind.ROWS);

    @Override
    protected Engine open() {
      return cluster.connect(Client.calm(new Random(2)));
    }

    @Override
    protected Optional<Engine> openBeside() {
      return Optional.of(cluster.connect(Client.calm(new Random(3))));
    }
  }

  @Nested
  class OfColumns extends EngineContract {
    private final SimulatedCluster cluster = cluster(SimulatedCluster.Kind.COLUMNS);

    @Override
    protected Engine open() {
      return cluster.connect(Client.calm(new Random(2)));
    }

    @Override
    protected Optional<Engine> openBeside() {
      return Optional.of(cluster.connect(Client.calm(new Random(3))));
    }
  }

  @Nested
  class OfStore extends EngineContract {
    private final SimulatedCluster cluster = cluster(SimulatedCluster.Kind.STORE);

    @Override
    protected Engine open() {
      return cluster.connect(Client.calm(new Random(2)));
    }

    @Override
    protected Optional<Engine> openBeside() {
      return Optional.of(cluster.connect(Client.calm(new Random(3))));
    }
  }

  @Nested
  class OfEmbedded extends EngineContract {
    private final SimulatedCluster cluster = cluster(SimulatedCluster.Kind.EMBEDDED);

    @Override
    protected Engine open() {
      return cluster.connect(Client.calm(new Random(2)));
    }
  }
}
