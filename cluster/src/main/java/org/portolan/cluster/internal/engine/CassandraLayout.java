package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.Distance;
import org.portolan.cluster.StartOptions;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.relay.RelayProgram;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/**
 * Cassandra: equal nodes, each on a separate loopback address, all on the same ports. The first
 * node is the seed. It must listen before the others start; otherwise they may find no node to
 * gossip with. If the nodes are apart, the relay between them is the first server.
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
    boolean isApart = !CassandraRelay.distance(spec.settings()).isNone();
    List<String> storageAddresses = new ArrayList<>(shared);
    if (isApart) {
      storageAddresses.addAll(CassandraRelay.addresses(spec.nodes()));
    }
    int storage = ports.choose(7_000, storageAddresses);
    int nativePort = ports.choose(9_042, shared);
    List<Server> servers = new ArrayList<>();
    if (isApart) {
      servers.add(CassandraRelay.server(spec.nodes(), storage));
    }
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
    if (CassandraRelay.of(state).isPresent()) {
      OwnJar.RELAY.write(state.jars());
    }
  }

  @Override
  public List<String> addresses(ClusterState state, Server server) {
    return isNode(server) ? List.of(server.address()) : CassandraRelay.addresses(state.nodes());
  }

  private static boolean isNode(Server server) {
    return server.role().equals(NODE);
  }

  @Override
  public Launcher.Jvm program(ClusterState state, Server server, Start start) {
    if (!isNode(server)) {
      return CassandraRelay.program(state, server);
    }
    Distance distance = CassandraRelay.distance(state.settings());
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
            // A node gives up if it has no answer from the seed in this time: some round trips.
            "-Dcassandra.ring_delay_ms=" + (2_000 + 8 * distance.oneWay().toMillis()),
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
    if (!distance.isNone()) {
      options.add("-Dcassandra-rackdc.properties=file://" + CassandraFiles.rack(state));
    }
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
    List<Server> nodes = state.role(NODE);
    return Stream.of(
            state.role(CassandraRelay.NAME), nodes.subList(0, 1), nodes.subList(1, nodes.size()))
        .filter(stage -> !stage.isEmpty())
        .toList();
  }

  /**
   * All nodes at once: each waits some seconds for its connections and open requests. They tell
   * each other that they stop, so the relay ends after them.
   */
  @Override
  public List<List<Server>> stoppingStages(ClusterState state) {
    return Stream.of(state.role(NODE), state.role(CassandraRelay.NAME))
        .filter(stage -> !stage.isEmpty())
        .toList();
  }

  @Override
  public boolean carriesNextStage(ClusterState state, Server server) {
    return isNode(server) ? Probe.accepts(server, STORAGE) : answers(state, server);
  }

  @Override
  public boolean answers(ClusterState state, Server server) {
    if (!isNode(server)) {
      return Probe.printed(state, server, RelayProgram.READY);
    }
    long running = state.role(NODE).stream().filter(Server::isAlive).count();
    return CassandraProbe.peers(server.address(), server.port(NATIVE)) >= running - 1;
  }

  @Override
  public String uri(ClusterState state) {
    Server first = state.role(NODE).get(0);
    return "cassandra://"
        + first.address()
        + ":"
        + first.port(NATIVE)
        + "/portolan?rf="
        + ClusterSpec.copies(state.nodes())
        + "&read=QUORUM&write=QUORUM";
  }
}
