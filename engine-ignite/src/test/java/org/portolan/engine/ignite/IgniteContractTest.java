package org.portolan.engine.ignite;

import static org.portolan.engine.EngineProvider.OpenMode.CREATE_IF_MISSING;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.portolan.engine.Engine;
import org.portolan.engine.Engines;
import org.portolan.engine.contract.EngineContract;

/**
 * The contract on two nodes, each test in its own store. A third node would make the caches of each
 * test half as slow again to create; tests of failures have three.
 */
@Tag("servers")
class IgniteContractTest extends EngineContract {
  /** The timeout is for busy machines. */
  private static final String OPTIONS = "?group=contract&timeout=60s";

  private static final AtomicInteger STORES = new AtomicInteger();
  private static LocalCluster cluster;
  private static Engine kept;

  private String prefix;
  private String uri;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(2);
    // Keeps the stores' cache group, which is slow to create, and this process in the cluster.
    kept = Engines.open("ignite://" + cluster.addresses() + "/kept" + OPTIONS, CREATE_IF_MISSING);
  }

  @AfterAll
  static void stopCluster() {
    kept.close();
    cluster.close();
  }

  @BeforeEach
  void nameStore() {
    prefix = "contract" + STORES.incrementAndGet();
    uri = "ignite://" + cluster.addresses() + "/" + prefix + OPTIONS;
  }

  /** Destroys the store's caches: many caches slow the cluster down. */
  @AfterEach
  void destroyStore() {
    cluster.destroy(prefix);
  }

  @Override
  protected Engine open() {
    return Engines.open(uri, CREATE_IF_MISSING);
  }

  @Override
  protected Optional<Engine> openBeside() {
    return Optional.of(open());
  }
}
