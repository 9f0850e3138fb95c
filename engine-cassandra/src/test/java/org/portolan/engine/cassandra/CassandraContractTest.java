package org.portolan.engine.cassandra;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.cassandra.server.CassandraServer;
import org.portolan.engine.contract.EngineContract;

/**
 * Each test has its own keyspace. No test drops it, because that takes a second. The timeout is for
 * busy machines.
 */
@Tag("servers")
class CassandraContractTest extends EngineContract {
  private static final AtomicInteger KEYSPACES = new AtomicInteger();

  private final String keyspace = "contract_" + KEYSPACES.incrementAndGet();

  @Override
  protected Engine open() {
    return Engines.open(
        "cassandra://" + CassandraServer.shared().address() + "/" + keyspace + "?rf=1&timeout=60s",
        OpenMode.CREATE_IF_MISSING);
  }

  @Override
  protected Optional<Engine> openBeside() {
    return Optional.of(open());
  }
}
