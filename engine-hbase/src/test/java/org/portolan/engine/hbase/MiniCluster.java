package org.portolan.engine.hbase;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.testing.TestingHBaseCluster;
import org.apache.hadoop.hbase.testing.TestingHBaseClusterOption;
import org.apache.hadoop.metrics2.impl.JmxCacheBuster;

/**
 * A whole HBase in this JVM: ZooKeeper, HDFS, a master and two region servers. Started once, when
 * the first test asks for it, and stopped with the JVM; every store has its own namespace.
 */
final class MiniCluster {
  private static final AtomicInteger STORES = new AtomicInteger();
  private static TestingHBaseCluster running;
  private static boolean failed;

  private MiniCluster() {}

  /** Returns the cluster, started. */
  static synchronized TestingHBaseCluster get() {
    if (failed) {
      throw new IllegalStateException("HBase did not start in this JVM; see the first failure");
    }
    if (running == null) {
      failed = true;
      TestingHBaseCluster cluster =
          TestingHBaseCluster.create(
              TestingHBaseClusterOption.builder()
                  .conf(configuration())
                  .numMasters(1)
                  .numRegionServers(2)
                  .numDataNodes(1)
                  .build());
      keepMetricsRegistered();
      try {
        cluster.start();
      } catch (Exception failure) {
        throw new IllegalStateException("cannot start HBase in this JVM", failure);
      }
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster)));
      running = cluster;
      failed = false;
    }
    return running;
  }

  /**
   * HBase would register all its metrics anew, seconds after each table that comes or goes: a sixth
   * of the time of these tests. It can only stop what it has begun.
   */
  private static void keepMetricsRegistered() {
    JmxCacheBuster.clearJmxCache();
    JmxCacheBuster.stop();
  }

  private static void stop(TestingHBaseCluster cluster) {
    try {
      cluster.stop();
    } catch (Exception failure) {
      throw new IllegalStateException("cannot stop HBase in this JVM", failure);
    }
  }

  private static Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    configuration.setInt("hbase.master.info.port", -1);
    configuration.setInt("hbase.regionserver.info.port", -1);
    configuration.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    configuration.setInt("hbase.regionserver.handler.count", 10);
    configuration.setInt("hbase.regionserver.metahandler.count", 4);
    configuration.setInt("hbase.master.handler.count", 10);
    configuration.setInt("hbase.assignment.dispatch.wait.msec", 10);
    configuration.setInt("hbase.procedure.remote.dispatcher.delay.msec", 10);
    configuration.setBoolean("hbase.procedure.store.region.wal.hsync", false);
    configuration.setInt("dfs.replication", 1);
    return configuration;
  }

  /** Returns a directory for HFiles in the cluster's HDFS; loads make it. */
  static String staging() {
    return get().getConf().get("fs.defaultFS") + "/portolan-staging";
  }

  /** Returns the URI of a store that no other caller gets. */
  static String newStore() {
    Configuration configuration = get().getConf();
    return "hbase://127.0.0.1:"
        + configuration.get(HConstants.ZOOKEEPER_CLIENT_PORT)
        + "/test_"
        + STORES.incrementAndGet()
        + "?znode="
        + configuration.get(HConstants.ZOOKEEPER_ZNODE_PARENT);
  }
}
