package org.portolan.engine.hbase;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.StoreMissingException;

/** Connects to a cluster and finds or makes the namespace of a store. */
final class HBaseOpening {
  /** The timeout of one of an operation's requests, unless the operation has less time. */
  private static final int REQUEST_TIMEOUT_MS_MAX = 10_000;

  private static final int PAUSE_MS = 50;
  private static final int ZOOKEEPER_PAUSE_MS = 500;

  private HBaseOpening() {}

  static Engine open(StoreUri uri, OpenMode mode) {
    Cluster cluster = new Cluster(connect(uri), uri.timeout());
    try {
      requireNamespace(cluster, uri, mode);
      return new HBaseEngine(uri, cluster, new Tables(cluster, uri.namespace()));
    } catch (RuntimeException failure) {
      close(cluster, failure);
      throw failure;
    }
  }

  /** Connects to the cluster of an existing store. */
  static Cluster cluster(StoreUri uri) {
    Cluster cluster = new Cluster(connect(uri), uri.timeout());
    try {
      requireNamespace(cluster, uri, OpenMode.EXISTING);
      return cluster;
    } catch (RuntimeException failure) {
      close(cluster, failure);
      throw failure;
    }
  }

  private static void close(Cluster cluster, RuntimeException failure) {
    try {
      cluster.close();
    } catch (IOException second) {
      failure.addSuppressed(second);
    }
  }

  private static AsyncConnection connect(StoreUri uri) {
    try {
      return Failures.await(
          ConnectionFactory.createAsyncConnection(configuration(uri)), uri.timeout());
    } catch (IOException failure) {
      throw Failures.of("connect to " + uri.text(), failure);
    }
  }

  /** Other settings come from the user's {@code hbase-site.xml} on the class path. */
  private static Configuration configuration(StoreUri uri) {
    Configuration configuration = HBaseConfiguration.create();
    int timeoutMs = Math.toIntExact(uri.timeout().toMillis());
    int requestMs = Math.min(REQUEST_TIMEOUT_MS_MAX, timeoutMs);
    configuration.set(HConstants.ZOOKEEPER_QUORUM, uri.quorum());
    configuration.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, uri.port());
    configuration.set(HConstants.ZOOKEEPER_ZNODE_PARENT, uri.znode());
    configuration.setInt(HConstants.ZK_SESSION_TIMEOUT, requestMs);
    configuration.setInt("zookeeper.recovery.retry", Math.max(1, timeoutMs / ZOOKEEPER_PAUSE_MS));
    configuration.setInt("zookeeper.recovery.retry.intervalmill", ZOOKEEPER_PAUSE_MS);
    configuration.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, timeoutMs);
    configuration.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, timeoutMs);
    configuration.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, timeoutMs);
    configuration.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, requestMs);
    configuration.setInt(HConstants.HBASE_RPC_READ_TIMEOUT_KEY, requestMs);
    configuration.setInt(HConstants.HBASE_RPC_WRITE_TIMEOUT_KEY, requestMs);
    configuration.setInt(HConstants.HBASE_CLIENT_PAUSE, PAUSE_MS);
    // The timeout ends the attempts, not a number of retries.
    configuration.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, Short.MAX_VALUE);
    return configuration;
  }

  private static void requireNamespace(Cluster cluster, StoreUri uri, OpenMode mode) {
    String act = "look for namespace '" + uri.namespace() + "' of " + uri.text();
    try {
      cluster.adminOrFail(admin -> admin.getNamespaceDescriptor(uri.namespace()));
    } catch (IOException failure) {
      if (!(Failures.root(failure) instanceof NamespaceNotFoundException)) {
        throw Failures.of(act, failure);
      }
      if (mode == OpenMode.EXISTING) {
        throw new StoreMissingException(
            "there is no store "
                + uri.text()
                + ": the cluster has no namespace '"
                + uri.namespace()
                + "'",
            failure);
      }
      // Before there is anything: a load needs a store that is made for it.
      HFileLoader.requireDirectory(uri, cluster);
      createNamespace(cluster, uri);
    }
  }

  private static void createNamespace(Cluster cluster, StoreUri uri) {
    try {
      cluster.adminOrFail(
          admin -> admin.createNamespace(NamespaceDescriptor.create(uri.namespace()).build()));
    } catch (IOException failure) {
      if (!(Failures.root(failure) instanceof NamespaceExistException)) {
        throw Failures.of("create namespace '" + uri.namespace() + "'", failure);
      }
    }
  }
}
