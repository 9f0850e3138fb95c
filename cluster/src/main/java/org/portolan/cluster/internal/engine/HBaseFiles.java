package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/** The configuration that all processes of an HBase cluster share; command lines have the rest. */
final class HBaseFiles {
  private static final long TICK_MILLIS_MAX = 2_000;
  private static final long SESSION_TIMEOUT_MILLIS_MAX = 120_000;
  private static final String SILENCE_MILLIS = "10000";

  /** The least that HBase admits: it is also the largest cell that goes into such a piece. */
  private static final String MEMSTORE_PIECE_BYTES = "262144";

  private static final String LOGGING =
      """
      log4j.rootLogger=INFO,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{2}: %m%n
      log4j.logger.org.apache.hadoop.metrics2=WARN
      log4j.logger.org.apache.hadoop.hbase.MBeanSourceImpl=WARN
      log4j.logger.BlockStateChange=WARN
      log4j.logger.org.apache.hadoop.hdfs.StateChange=WARN
      log4j.logger.SecurityLogger=WARN
      """;

  private HBaseFiles() {}

  static Path temporary(ClusterState state) {
    return state.directory().resolve("tmp");
  }

  static void write(ClusterState state) throws IOException {
    Path conf = state.configuration();
    // NameNode and DataNode refuse to start without the web pages, which their jars lack.
    Files.createDirectories(conf.resolve("webapps/hdfs/WEB-INF"));
    Files.createDirectories(conf.resolve("webapps/datanode/WEB-INF"));
    Files.createDirectories(temporary(state));
    Files.createDirectories(state.directory().resolve("data"));
    Files.writeString(conf.resolve("log4j.properties"), LOGGING);
    Files.writeString(conf.resolve("core-site.xml"), xml(core(state)));
    Files.writeString(conf.resolve("hdfs-site.xml"), xml(hdfs(state)));
    Files.writeString(conf.resolve("hbase-site.xml"), xml(hbase(state)));
  }

  private static Map<String, String> core(ClusterState state) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("fs.defaultFS", fileSystem(state));
    values.put("hadoop.tmp.dir", temporary(state).toString());
    if (!HBaseLayout.isOnHdfs(state.settings())) {
      // The file system with checksums keeps flushed data in its buffers: a killed region server
      // would lose acknowledged writes.
      values.put("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    }
    if (HBaseLayout.isOnHosts(state)) {
      // A DataNode that closes the log of a dead region server asks all DataNodes that have a copy.
      // By default it tries for a quarter of an hour to connect to a silent one.
      values.put("ipc.client.connect.timeout", "3000");
      values.put("ipc.client.connect.max.retries.on.timeouts", "2");
      values.put("ipc.client.rpc-timeout.ms", "20000");
    }
    return values;
  }

  private static String fileSystem(ClusterState state) {
    return HBaseLayout.isOnHdfs(state.settings())
        ? "hdfs://" + HBaseLayout.socket(state.server(HBaseLayout.NAMENODE), "rpc")
        : "file:///";
  }

  private static Map<String, String> hdfs(ClusterState state) {
    Map<String, String> values = new LinkedHashMap<>();
    if (!HBaseLayout.isOnHdfs(state.settings())) {
      return values;
    }
    Server nameNode = state.server(HBaseLayout.NAMENODE);
    values.put(
        "dfs.replication",
        Integer.toString(((EngineSettings.HBase) state.settings()).replication()));
    values.put("dfs.namenode.name.dir", "file://" + state.data(nameNode));
    values.put("dfs.namenode.rpc-bind-host", nameNode.address());
    values.put("dfs.namenode.http-address", HBaseLayout.socket(nameNode, "http"));
    values.put("dfs.namenode.safemode.extension", "0");
    values.put("dfs.permissions.enabled", "false");
    values.put("dfs.blockreport.initialDelay", "0");
    values.put("dfs.heartbeat.interval", "1");
    // A DataNode counts as dead after 2 x 5 s + 10 x 1 s instead of 10 minutes, and is avoided
    // after 5 s.
    values.put("dfs.namenode.heartbeat.recheck-interval", "5000");
    values.put("dfs.namenode.stale.datanode.interval", "5000");
    values.put("dfs.namenode.avoid.read.stale.datanode", "true");
    values.put("dfs.namenode.avoid.write.stale.datanode", "true");
    values.put("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    if (HBaseLayout.isOnHosts(state)) {
      // A host has an address and no name.
      values.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
      // How long a DataNode may be silent while a block is written to it. The default is a minute,
      // during which no region server writes its log.
      values.put("dfs.client.socket-timeout", SILENCE_MILLIS);
      values.put("dfs.datanode.socket.write.timeout", SILENCE_MILLIS);
    }
    return values;
  }

  private static Map<String, String> hbase(ClusterState state) {
    EngineSettings.HBase settings = (EngineSettings.HBase) state.settings();
    String nodes = Integer.toString(state.nodes());
    long session = settings.sessionTimeout().toMillis();
    Map<String, String> values = new LinkedHashMap<>();
    values.put(
        "hbase.rootdir",
        HBaseLayout.isOnHdfs(settings)
            ? fileSystem(state) + "/hbase"
            : "file://" + state.directory().resolve("data/hbase"));
    values.put("hbase.tmp.dir", temporary(state).toString());
    values.put("hbase.cluster.distributed", "true");
    Server zooKeeper = state.server(HBaseLayout.ZOOKEEPER);
    values.put("hbase.zookeeper.quorum", zooKeeper.address());
    values.put("hbase.zookeeper.property.clientPort", Integer.toString(zooKeeper.port("client")));
    values.put("hbase.zookeeper.property.clientPortAddress", zooKeeper.address());
    values.put("hbase.zookeeper.property.dataDir", state.data(zooKeeper).toString());
    values.put("zookeeper.session.timeout", Long.toString(session));
    // By default, ZooKeeper grants sessions of 2 to 20 ticks.
    values.put(
        "hbase.zookeeper.property.tickTime", Long.toString(Math.min(TICK_MILLIS_MAX, session / 4)));
    values.put(
        "hbase.zookeeper.property.maxSessionTimeout",
        Long.toString(Math.max(SESSION_TIMEOUT_MILLIS_MAX, session)));
    // How long the master waits for a region server that hangs with open connections. If this
    // server had hbase:meta, no region is opened elsewhere before; the default is a minute.
    values.put("hbase.rpc.timeout", "15000");
    values.put("hbase.server.thread.wakefrequency", "1000");
    // How often a region server reports, and how soon it retries if the master is not ready. The
    // master gives no regions to a server that has not reported, so the default of 3 s would be a
    // large part of a start.
    values.put("hbase.regionserver.msginterval", "500");
    // One region server is enough: a killed master must come back while another one is dead.
    values.put("hbase.master.wait.on.regionservers.mintostart", "1");
    values.put("hbase.master.wait.on.regionservers.maxtostart", nodes);
    values.put("hbase.master.wait.on.regionservers.timeout", "20000");
    values.put("hbase.master.wait.on.regionservers.interval", "200");
    values.put("hbase.master.info.port", "-1");
    values.put("hbase.regionserver.info.port", "-1");
    // Every column family that was written to takes one piece of this size, whatever its size, and
    // HBase does not count that when it looks for what to flush. A store has dozens of families: by
    // the default of 2 MiB, twenty small stores fill the heap of the region servers.
    values.put("hbase.hregion.memstore.mslab.chunksize", MEMSTORE_PIECE_BYTES);
    if (HBaseLayout.isOnHosts(state)) {
      // The first DataNode that is asked to close a log may be on a host that is cut off. Another
      // DataNode is asked after this time; the default is a minute.
      values.put("hbase.lease.recovery.dfs.timeout", "23000");
    }
    if (!HBaseLayout.isOnHdfs(settings)) {
      values.put("hbase.unsafe.stream.capability.enforce", "false");
    }
    return values;
  }

  private static String xml(Map<String, String> values) {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    values.forEach(
        (name, value) ->
            text.append("  <property><name>")
                .append(name)
                .append("</name><value>")
                .append(value.replace("&", "&amp;").replace("<", "&lt;"))
                .append("</value></property>\n"));
    return text.append("</configuration>\n").toString();
  }
}
