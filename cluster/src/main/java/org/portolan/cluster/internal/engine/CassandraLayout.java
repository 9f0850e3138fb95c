package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.StartOptions;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/**
 * Cassandra: equal nodes, each on a separate loopback address, all on the same ports. The first
 * node is the seed. It must listen before the others start; otherwise they may find no node to
 * gossip with.
 */
final class CassandraLayout implements Layout {
  static final String NODE = "node";
  static final String STORAGE = "storage";
  static final String NATIVE = "native";
  private static final String JMX = "jmx";

  @Override
  public List<Server> servers(ClusterSpec spec, PortChooser ports) {
    List<String> addresses =
        IntStream.rangeClosed(1, spec.nodes()).mapToObj(number -> address(spec, number)).toList();
    // Nodes on separate hosts share no ports.
    List<String> shared = spec.options().hosts().isEmpty() ? addresses : List.of();
    int storage = ports.choose(7_000, shared);
    int nativePort = ports.choose(9_042, shared);
    List<Server> servers = new ArrayList<>();
    for (int number = 1; number <= spec.nodes(); number++) {
      servers.add(
          Server.of(
              NODE + "-" + number,
              NODE,
              number,
              addresses.get(number - 1),
              new Server.Port(NATIVE, nativePort),
              new Server.Port(STORAGE, storage),
              new Server.Port(JMX, ports.choose(7_199, List.of("127.0.0.1")))));
    }
    return servers;
  }

  private static String address(ClusterSpec spec, int number) {
    return spec.options().host(number).map(StartOptions.Host::address).orElse("127.0.0." + number);
  }

  @Override
  public void configure(ClusterState state) throws IOException {
    CassandraFiles.write(state);
  }

  @Override
  public Launcher.Jvm program(ClusterState state, Server server, Start start) {
    List<String> options = new ArrayList<>();
    options.addAll(
        List.of(
            "-Xms256m",
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-Xss512k",
            "-XX:MaxDirectMemorySize=256m"));
    options.addAll(CassandraFiles.MODULE_OPTIONS);
    options.addAll(
        List.of(
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.io.tmpdir=" + CassandraFiles.temporary(state),
            "-Djdk.attach.allowAttachSelf=true",
            "-Dcassandra.config=file://" + CassandraFiles.configuration(state, server),
            "-Dlogback.configurationFile=" + state.configuration().resolve("logback.xml"),
            "-Dcassandra.storagedir=" + state.data(server),
            "-Dcassandra.logdir=" + state.directory().resolve("logs"),
            "-Dcassandra.jmx.local.port=" + server.port(JMX),
            "-Dcassandra-foreground=yes",
            "-Dcassandra.ring_delay_ms=2000",
            "-Dcassandra.skip_wait_for_gossip_to_settle=0",
            "-Dcassandra.consistent.rangemovement=false",
            // How long a node that missed a change of the schema, because it was down or slow,
            // waits
            // before it asks the others; a minute by default.
            "-Dcassandra.migration_delay_ms=2000",
            "-Dcassandra.schema_pull_interval_ms=5000",
            // How long a stopping node waits for its announcement to reach the others, which are on
            // this machine.
            "-Dcassandra.shutdown_announce_in_ms=500"));
    return new Launcher.Jvm(
        state.jdk(),
        state.marker(server),
        options,
        List.of(state.jars() + "/*", state.configuration().toString()),
        "org.apache.cassandra.service.CassandraDaemon",
        List.of());
  }

  @Override
  public List<List<Server>> stages(ClusterState state) {
    List<Server> nodes = state.servers();
    return nodes.size() == 1
        ? List.of(nodes)
        : List.of(nodes.subList(0, 1), nodes.subList(1, nodes.size()));
  }

  /** All nodes at once: each waits some seconds for its connections and open requests. */
  @Override
  public List<List<Server>> stoppingStages(ClusterState state) {
    return List.of(state.servers());
  }

  @Override
  public boolean carriesNextStage(ClusterState state, Server server) {
    return Probe.accepts(server, STORAGE);
  }

  @Override
  public boolean answers(ClusterState state, Server server) {
    long running = state.servers().stream().filter(Server::isAlive).count();
    return CassandraProbe.peers(server.address(), server.port(NATIVE)) >= running - 1;
  }

  @Override
  public String uri(ClusterState state) {
    Server first = state.servers().get(0);
    return "cassandra://"
        + first.address()
        + ":"
        + first.port(NATIVE)
        + "/portolan?rf="
        + ClusterSpec.copies(state.nodes())
        + "&read=QUORUM&write=QUORUM";
  }
}
