package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.StartOptions;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/** Ignite: equal nodes with persistence, in one discovery ring on fixed ports. */
final class IgniteLayout implements Layout {
  private static final String NODE = "node";
  private static final String HOST = "127.0.0.1";
  private static final int CLIENT_PORT = 10_800;

  // Ignite's defaults, 47500 and 47100, are among the ports that outgoing connections get.
  private static final int DISCOVERY_PORT = 27_500;
  private static final int COMMUNICATION_PORT = 27_100;

  /** The text that {@code IgniteNode} prints when it serves. */
  private static final String READY = "portolan: this node serves";

  private static final List<String> OPENED =
      List.of(
          "java.base/jdk.internal.access",
          "java.base/jdk.internal.misc",
          "java.base/sun.nio.ch",
          "java.base/sun.util.calendar",
          "java.base/sun.reflect.generics.reflectiveObjects",
          "java.base/java.io",
          "java.base/java.nio",
          "java.base/java.net",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.locks",
          "java.base/java.util.concurrent.atomic",
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.math",
          "java.base/java.time",
          "java.base/java.text",
          "java.management/com.sun.jmx.mbeanserver",
          "jdk.internal.jvmstat/sun.jvmstat.monitor",
          "jdk.management/com.sun.management.internal",
          "java.sql/java.sql",
          "java.logging/java.util.logging");

  @Override
  public List<Server> servers(ClusterSpec spec, PortChooser ports) {
    List<Server> servers = new ArrayList<>();
    // Nodes on separate hosts share no ports.
    List<String> shared = spec.options().hosts().isEmpty() ? List.of(HOST) : List.of();
    for (int number = 1; number <= spec.nodes(); number++) {
      servers.add(
          Server.of(
              NODE + "-" + number,
              NODE,
              number,
              spec.options().host(number).map(StartOptions.Host::address).orElse(HOST),
              new Server.Port("client", ports.choose(CLIENT_PORT, shared)),
              new Server.Port("discovery", ports.choose(DISCOVERY_PORT, shared)),
              new Server.Port("communication", ports.choose(COMMUNICATION_PORT, shared))));
    }
    return servers;
  }

  @Override
  public void configure(ClusterState state) throws IOException {
    OwnJar.IGNITE_NODE.write(state.jars());
  }

  @Override
  public Launcher.Jvm program(ClusterState state, Server server, Start start) {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("-Xms128m", "-Xmx256m", "-XX:+UseSerialGC", "-Xss512k"));
    OPENED.forEach(packageName -> options.add("--add-opens=" + packageName + "=ALL-UNNAMED"));
    options.add("-Djava.net.preferIPv4Stack=true");
    // Otherwise a node would ask a server of the vendor for a newer release.
    options.add("-DIGNITE_UPDATE_NOTIFIER=false");
    options.add("-DIGNITE_NO_ASCII=true");
    options.add("-DIGNITE_PERFORMANCE_SUGGESTIONS_DISABLED=true");
    String wal = ((EngineSettings.Ignite) state.settings()).writeAheadLog().name();
    List<String> arguments =
        List.of(
            "name=" + server.name(),
            "directory=" + state.data(server),
            "nodes=" + state.nodes(),
            "first=" + (server.number() == 1),
            "address=" + server.address(),
            "discovery=" + server.port("discovery"),
            "communication=" + server.port("communication"),
            "client=" + server.port("client"),
            "members=" + addresses(state, "discovery"),
            "wal=" + wal,
            // A little less than the starter waits, so that the node can report what is missing.
            "wait=" + Math.max(1, start.max().toSeconds() * 9 / 10));
    return new Launcher.Jvm(
        state.jdk(),
        state.marker(server),
        options,
        List.of(OwnJar.IGNITE_NODE.place(state.jars()).toString(), state.jars() + "/*"),
        "org.portolan.cluster.ignite.IgniteNode",
        arguments);
  }

  private static String addresses(ClusterState state, String use) {
    return state.servers().stream()
        .map(server -> server.address() + ":" + server.port(use))
        .collect(Collectors.joining(","));
  }

  @Override
  public List<List<Server>> stages(ClusterState state) {
    return List.of(state.servers());
  }

  @Override
  public List<List<Server>> stoppingStages(ClusterState state) {
    return stages(state);
  }

  @Override
  public boolean answers(ClusterState state, Server server) {
    return Probe.accepts(server, "client") && Probe.printed(state, server, READY);
  }

  @Override
  public String uri(ClusterState state) {
    return "ignite://" + addresses(state, "client") + "/portolan";
  }
}
