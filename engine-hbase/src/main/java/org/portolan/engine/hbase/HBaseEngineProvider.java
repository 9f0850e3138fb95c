package org.portolan.engine.hbase;

import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;

/**
 * Opens stores of the form {@code hbase://zookeeper-host:port/namespace}: the tables of one
 * namespace of an HBase cluster, open to any number of processes. Options: {@code timeout=30s}, how
 * long one operation may take, repetitions included, and {@code znode=/hbase}, where HBase keeps
 * its state in ZooKeeper.
 */
public final class HBaseEngineProvider implements EngineProvider {
  static final String SCHEME = "hbase";

  /** The longest row key that HBase takes. */
  static final int KEY_BYTES_MAX = Short.MAX_VALUE;

  /** HBase refuses cells of more than 10 MiB unless it is told otherwise. */
  static final int VALUE_BYTES_MAX = 8 << 20;

  /** A quarter of the largest request that a region server takes unless it is told otherwise. */
  static final long MUTATION_BYTES_MAX = 64L << 20;

  static final Capabilities CAPABILITIES =
      new Capabilities(
          TransactionScope.ROW,
          KeyOrder.TABLE,
          true,
          true,
          true,
          AtomicAdd.ROW,
          false,
          false,
          KEY_BYTES_MAX,
          VALUE_BYTES_MAX,
          MUTATION_BYTES_MAX);

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public String uriForm() {
    return StoreUri.FORM;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Engine open(String uri, OpenMode mode) {
    return HBaseOpening.open(StoreUri.parse(uri), mode);
  }
}
