package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/** The configuration of Cassandra's nodes, which its jar does not contain. */
final class CassandraFiles {
  private static final BigInteger TOKENS = BigInteger.ONE.shiftLeft(64);

  private static final String LOGGING =
      """
      <configuration>
        <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%date{ISO8601} %-5level [%thread] %logger{0}: %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="console"/></root>
      </configuration>
      """;

  /**
   * All nodes in one data centre and one rack, named as SimpleSnitch names them: so the engine and
   * the placement of copies are the same with a distance and without.
   */
  private static final String RACK = "dc=datacenter1\nrack=rack1\n";

  private static final List<String> EXPORTS =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/java.lang.ref",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.sql/java.sql",
          "jdk.unsupported/sun.misc",
          "jdk.compiler/com.sun.tools.javac.file",
          "jdk.attach/sun.tools.attach");

  private static final List<String> OPENS =
      List.of(
          "java.base/java.lang.module",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.util.jar",
          "java.base/sun.nio.ch",
          "java.base/java.io",
          "java.base/java.nio",
          "java.base/java.lang.reflect",
          "java.base/java.lang",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "jdk.management/com.sun.management.internal",
          "jdk.compiler/com.sun.tools.javac");

  /** The options that open the JDK's internals to the servers. */
  static final List<String> MODULE_OPTIONS = moduleOptions();

  private CassandraFiles() {}

  private static List<String> moduleOptions() {
    List<String> options = new ArrayList<>();
    EXPORTS.forEach(name -> options.add("--add-exports=" + name + "=ALL-UNNAMED"));
    OPENS.forEach(name -> options.add("--add-opens=" + name + "=ALL-UNNAMED"));
    return List.copyOf(options);
  }

  static Path temporary(ClusterState state) {
    return state.directory().resolve("tmp");
  }

  static Path configuration(ClusterState state, Server server) {
    return state.configuration().resolve(server.name() + ".yaml");
  }

  /** Returns the file that says in which rack the nodes are, where they are apart. */
  static Path rack(ClusterState state) {
    return state.configuration().resolve("rackdc.properties");
  }

  static void write(ClusterState state) throws IOException {
    Files.createDirectories(state.configuration());
    Files.createDirectories(temporary(state));
    Files.writeString(state.configuration().resolve("logback.xml"), LOGGING);
    for (Server server : state.role(CassandraLayout.NODE)) {
      Files.writeString(configuration(state, server), yaml(state, server));
    }
    if (CassandraRelay.of(state).isPresent()) {
      Files.writeString(rack(state), RACK);
    }
  }

  /** Returns a node's token. The nodes share the ring in equal parts, and so the data. */
  static BigInteger token(int number, int nodes) {
    return TOKENS
        .multiply(BigInteger.valueOf(number - 1L))
        .divide(BigInteger.valueOf(nodes))
        .subtract(TOKENS.shiftRight(1));
  }

  private static String yaml(ClusterState state, Server server) {
    Server seed = state.role(CassandraLayout.NODE).get(0);
    boolean isApart = CassandraRelay.of(state).isPresent();
    List<String> lines = new ArrayList<>();
    lines.add("cluster_name: portolan-" + state.id());
    lines.add("num_tokens: 1");
    lines.add("initial_token: " + token(server.number(), state.nodes()));
    lines.add("auto_bootstrap: false");
    lines.add("partitioner: org.apache.cassandra.dht.Murmur3Partitioner");
    // SimpleSnitch takes all nodes for equally near: a node asks another one for a copy that it has
    // itself. That costs little without a distance.
    lines.add("endpoint_snitch: " + (isApart ? "GossipingPropertyFileSnitch" : "SimpleSnitch"));
    lines.add("seed_provider:");
    lines.add("  - class_name: org.apache.cassandra.locator.SimpleSeedProvider");
    lines.add("    parameters:");
    lines.add(
        "      - seeds: \""
            + CassandraRelay.addressFor(state, seed)
            + ":"
            + seed.port(CassandraLayout.STORAGE)
            + "\"");
    lines.add("listen_address: " + server.address());
    if (isApart) {
      lines.add("broadcast_address: " + CassandraRelay.addressFor(state, server));
      lines.add("listen_on_broadcast_address: false");
    }
    lines.add("rpc_address: " + server.address());
    lines.add("storage_port: " + server.port(CassandraLayout.STORAGE));
    lines.add("native_transport_port: " + server.port(CassandraLayout.NATIVE));
    lines.add("start_native_transport: true");
    String data = state.data(server).toString();
    lines.add("data_file_directories: ['" + data + "/data']");
    lines.add("commitlog_directory: '" + data + "/commitlog'");
    lines.add("hints_directory: '" + data + "/hints'");
    lines.add("saved_caches_directory: '" + data + "/saved_caches'");
    lines.add("cdc_raw_directory: '" + data + "/cdc_raw'");
    lines.add("commitlog_sync: periodic");
    lines.add("commitlog_sync_period: 10000ms");
    // Small values: the defaults are for nodes on separate machines.
    lines.add("commitlog_segment_size: 8MiB");
    lines.add("commitlog_total_space: 256MiB");
    lines.add("memtable_heap_space: 96MiB");
    lines.add("file_cache_size: 64MiB");
    lines.add("auto_snapshot: false");
    // Reads and writes have other timeouts. A stopping node waits this long for another node that
    // has just stopped and still seemed alive; the default is 10 s.
    lines.add("request_timeout: 5s");
    return String.join("\n", lines) + "\n";
  }
}
