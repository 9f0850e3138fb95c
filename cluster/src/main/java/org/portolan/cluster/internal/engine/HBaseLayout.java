package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.StartOptions;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/**
 * HBase: ZooKeeper, a NameNode and a DataNode for each region server unless the storage is local, a
 * master and the region servers. HBase is started when the NameNode accepts connections: a master
 * that cannot connect gives up. It waits while the NameNode is in safe mode, until the DataNodes
 * have registered.
 */
final class HBaseLayout implements Layout {
  static final String ZOOKEEPER = "zookeeper";
  static final String NAMENODE = "namenode";
  static final String DATANODE = "datanode";
  static final String MASTER = "master";
  static final String REGION_SERVER = "region-server";
  private static final String LOOPBACK = "127.0.0.1";

  private static final String NAMENODE_CLASS = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String LIVE_DATANODES =
      "/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState";
  private static final String SAFE_MODE = "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo";
  private static final Pattern LIVE = Pattern.compile("\"NumLiveDataNodes\"\\s*:\\s*(\\d+)");
  private static final Pattern NOT_SAFE = Pattern.compile("\"Safemode\"\\s*:\\s*\"\"");

  private static final List<String> HBASE_OPENS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED");

  @Override
  public List<Server> servers(ClusterSpec spec, PortChooser ports) {
    // Servers on separate hosts share no ports.
    List<String> shared = spec.options().hosts().isEmpty() ? List.of(LOOPBACK) : List.of();
    List<Server> servers = new ArrayList<>();
    servers.add(
        Server.of(
            ZOOKEEPER,
            ZOOKEEPER,
            1,
            address(spec, 1),
            new Server.Port("client", ports.choose(2_181, shared))));
    if (isOnHdfs(spec.settings())) {
      servers.add(
          Server.of(
              NAMENODE,
              NAMENODE,
              1,
              address(spec, 1),
              new Server.Port("rpc", ports.choose(8_020, shared)),
              new Server.Port("http", ports.choose(9_870, shared))));
      for (int number = 1; number <= spec.nodes(); number++) {
        servers.add(
            Server.of(
                DATANODE + "-" + number,
                DATANODE,
                number,
                address(spec, number),
                new Server.Port("data", ports.choose(9_866, shared)),
                new Server.Port("ipc", ports.choose(9_866, shared)),
                new Server.Port("http", ports.choose(9_866, shared))));
      }
    }
    servers.add(
        Server.of(
            MASTER,
            MASTER,
            1,
            address(spec, 1),
            new Server.Port("rpc", ports.choose(16_000, shared))));
    for (int number = 1; number <= spec.nodes(); number++) {
      servers.add(
          Server.of(
              REGION_SERVER + "-" + number,
              REGION_SERVER,
              number,
              address(spec, number),
              new Server.Port("rpc", ports.choose(16_020, shared))));
    }
    return servers;
  }

  private static String address(ClusterSpec spec, int number) {
    return spec.options().host(number).map(StartOptions.Host::address).orElse(LOOPBACK);
  }

  /** Whether the servers are on several hosts, between which a network can fail. */
  static boolean isOnHosts(ClusterState state) {
    return !state.server(ZOOKEEPER).address().equals(LOOPBACK);
  }

  static boolean isOnHdfs(EngineSettings settings) {
    return ((EngineSettings.HBase) settings).storage() == EngineSettings.Storage.HDFS;
  }

  @Override
  public void configure(ClusterState state) throws IOException {
    HBaseFiles.write(state);
  }

  @Override
  public Optional<Launcher.Jvm> format(ClusterState state) {
    if (!isOnHdfs(state.settings())) {
      return Optional.empty();
    }
    Server nameNode = state.server(NAMENODE);
    return Optional.of(
        hadoop(state, nameNode, 256, NAMENODE_CLASS, List.of("-format", "-nonInteractive")));
  }

  /**
   * Returns the number of DataNodes that will run. The NameNode allows no writes before all of them
   * are registered, so that the first files have all their copies. The master waits for that.
   */
  private static long dataNodes(ClusterState state, Start start) {
    return state.role(DATANODE).stream()
        .filter(server -> server.isAlive() || start.names().contains(server.name()))
        .count();
  }

  @Override
  public Launcher.Jvm program(ClusterState state, Server server, Start start) {
    return switch (server.role()) {
      case ZOOKEEPER ->
          hadoop(state, server, 64, "org.apache.hadoop.hbase.zookeeper.HQuorumPeer", List.of());
      case NAMENODE ->
          hadoop(
              state,
              server,
              256,
              NAMENODE_CLASS,
              List.of("-D", "dfs.namenode.safemode.min.datanodes=" + dataNodes(state, start)));
      case DATANODE ->
          hadoop(
              state,
              server,
              192,
              "org.apache.hadoop.hdfs.server.datanode.DataNode",
              dataNode(state, server));
      case MASTER ->
          hadoop(
              state,
              server,
              384,
              "org.apache.hadoop.hbase.master.HMaster",
              hbase(state, server, "hbase.master"));
      case REGION_SERVER ->
          hadoop(
              state,
              server,
              640,
              "org.apache.hadoop.hbase.regionserver.HRegionServer",
              hbase(state, server, "hbase.regionserver"));
      default -> throw new IllegalArgumentException("HBase has no " + server.role());
    };
  }

  private static List<String> dataNode(ClusterState state, Server server) {
    List<String> arguments =
        settings(
            "dfs.datanode.data.dir=file://" + state.data(server),
            "dfs.datanode.address=" + socket(server, "data"),
            "dfs.datanode.ipc.address=" + socket(server, "ipc"),
            "dfs.datanode.http.address=" + socket(server, "http"));
    if (isOnHosts(state)) {
      arguments.addAll(settings("dfs.datanode.hostname=" + server.address()));
    }
    return arguments;
  }

  private static List<String> hbase(ClusterState state, Server server, String prefix) {
    List<String> arguments =
        settings(
            prefix + ".hostname=" + hostname(server),
            prefix + ".ipc.address=" + server.address(),
            prefix + ".port=" + server.port("rpc"),
            local(state, server));
    arguments.add("start");
    return arguments;
  }

  private static List<String> settings(String... settings) {
    List<String> arguments = new ArrayList<>();
    for (String setting : settings) {
      arguments.add("-D");
      arguments.add(setting);
    }
    return arguments;
  }

  /** Returns the address by which others find a server: a host has no name to look up. */
  private static String hostname(Server server) {
    return server.address().equals(LOOPBACK) ? "localhost" : server.address();
  }

  /** Returns the address and port of a use. */
  static String socket(Server server, String use) {
    return server.address() + ":" + server.port(use);
  }

  /**
   * Returns the directory in which a server keeps the jars of coprocessors. A server empties it
   * when it loads its first jar. So each server needs a separate directory: otherwise another
   * server would miss its jar and stop.
   */
  private static String local(ClusterState state, Server server) {
    return "hbase.local.dir=" + HBaseFiles.temporary(state) + "/local-" + server.name();
  }

  private static Launcher.Jvm hadoop(
      ClusterState state,
      Server server,
      int heapMebibytes,
      String mainClass,
      List<String> arguments) {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("-Xmx" + heapMebibytes + "m", "-XX:+UseSerialGC", "-Xss512k"));
    options.add("-Djava.net.preferIPv4Stack=true");
    // For WebHDFS: its XML library would define classes in a way that Java 17 forbids.
    options.add("-Dcom.sun.xml.bind.v2.bytecode.ClassTailor.noOptimize=true");
    options.add("-Djava.io.tmpdir=" + HBaseFiles.temporary(state));
    options.add("-Dzookeeper.admin.enableServer=false");
    if (server.role().equals(MASTER) || server.role().equals(REGION_SERVER)) {
      options.addAll(HBASE_OPENS);
    }
    return new Launcher.Jvm(
        state.jdk(),
        state.marker(server),
        options,
        List.of(state.jars() + "/*", state.configuration().toString()),
        mainClass,
        arguments);
  }

  @Override
  public List<List<Server>> stages(ClusterState state) {
    // DataNodes retry until the NameNode answers; it must be formatted first.
    return Stream.of(
            roles(state, ZOOKEEPER, DATANODE),
            roles(state, NAMENODE),
            roles(state, MASTER, REGION_SERVER))
        .filter(stage -> !stage.isEmpty())
        .toList();
  }

  @Override
  public List<List<Server>> stoppingStages(ClusterState state) {
    return List.of(
        roles(state, MASTER, REGION_SERVER), roles(state, ZOOKEEPER, NAMENODE, DATANODE));
  }

  private static List<Server> roles(ClusterState state, String... roles) {
    return Arrays.stream(roles).flatMap(role -> state.role(role).stream()).toList();
  }

  /** Master and region servers themselves wait until HDFS is ready. */
  @Override
  public boolean carriesNextStage(ClusterState state, Server server) {
    return switch (server.role()) {
      case ZOOKEEPER -> Probe.accepts(server, "client");
      case NAMENODE -> Probe.accepts(server, "rpc");
      default -> true;
    };
  }

  @Override
  public boolean answers(ClusterState state, Server server) {
    return switch (server.role()) {
      case ZOOKEEPER -> Probe.accepts(server, "client");
      case NAMENODE -> NOT_SAFE.matcher(Probe.get(server, "http", SAFE_MODE)).find();
      case DATANODE -> Probe.accepts(server, "ipc") && isRegistered(state);
      case MASTER -> Probe.printed(state, server, "Master has completed initialization");
      case REGION_SERVER -> Probe.printed(state, server, "Serving as ");
      default -> throw new IllegalArgumentException("HBase has no " + server.role());
    };
  }

  /** Whether all running DataNodes are registered: the NameNode reports only their number. */
  private static boolean isRegistered(ClusterState state) {
    long running = state.role(DATANODE).stream().filter(Server::isAlive).count();
    Matcher live = LIVE.matcher(Probe.get(state.server(NAMENODE), "http", LIVE_DATANODES));
    return live.find() && Long.parseLong(live.group(1)) >= running;
  }

  @Override
  public String uri(ClusterState state) {
    return "hbase://" + socket(state.server(ZOOKEEPER), "client") + "/portolan";
  }
}
