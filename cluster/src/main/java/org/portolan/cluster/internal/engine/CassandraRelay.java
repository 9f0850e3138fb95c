package org.portolan.cluster.internal.engine;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.cluster.Distance;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.ServerStatus;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.relay.Relay;
import org.portolan.cluster.internal.relay.RelayProgram;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/**
 * The relay that keeps Cassandra's nodes apart. A node listens where it would listen without one,
 * for clients and for other nodes; but it tells the others an address of the relay, which forwards
 * to it. So clients reach every node at once, and nodes each other after the distance.
 */
final class CassandraRelay {
  static final String NAME = ServerStatus.RELAY;

  /**
   * A node has at most as many connections to another one: for urgent, small and large messages.
   */
  private static final int CONNECTIONS_OF_A_PAIR = 3;

  /** What the pipes of a connection hold in both directions, at most, and some for copies. */
  private static final int CONNECTION_MEBIBYTES = 9;

  private static final int HEAP_MEBIBYTES_MIN = 64;

  private CassandraRelay() {}

  /** Returns how far the nodes of a cluster are apart. */
  static Distance distance(EngineSettings settings) {
    return settings instanceof EngineSettings.Cassandra cassandra
        ? cassandra.distance()
        : Distance.NONE;
  }

  /** Returns the relay of a cluster, if it has one. */
  static Optional<Server> of(ClusterState state) {
    return state.role(NAME).stream().findFirst();
  }

  /** Returns the addresses of the relay for that number of nodes, in the nodes' order. */
  static List<String> addresses(int nodes) {
    List<String> addresses = new ArrayList<>();
    for (int number = 1; number <= nodes; number++) {
      addresses.add("127.0.1." + number);
    }
    return addresses;
  }

  /** Returns the address at which the other nodes reach a node. */
  static String addressFor(ClusterState state, Server node) {
    return of(state).isPresent() ? addresses(state.nodes()).get(node.number() - 1) : node.address();
  }

  /** Returns a relay that listens on the port on which the nodes listen for each other. */
  static Server server(int nodes, int storagePort) {
    return Server.of(
        NAME,
        NAME,
        1,
        addresses(nodes).get(0),
        new Server.Port(CassandraLayout.STORAGE, storagePort));
  }

  static Launcher.Jvm program(ClusterState state, Server relay) {
    int pairs = state.nodes() * (state.nodes() - 1);
    int heap = HEAP_MEBIBYTES_MIN + pairs * CONNECTIONS_OF_A_PAIR * CONNECTION_MEBIBYTES;
    return new Launcher.Jvm(
        state.jdk(),
        state.marker(relay),
        List.of("-Xmx" + heap + "m", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true"),
        List.of(OwnJar.RELAY.place(state.jars()).toString()),
        RelayProgram.class.getName(),
        RelayProgram.arguments(distance(state.settings()).oneWay(), routes(state)));
  }

  private static List<Relay.Route> routes(ClusterState state) {
    List<Relay.Route> routes = new ArrayList<>();
    for (Server node : state.role(CassandraLayout.NODE)) {
      int port = node.port(CassandraLayout.STORAGE);
      routes.add(
          new Relay.Route(
              new InetSocketAddress(addressFor(state, node), port),
              new InetSocketAddress(node.address(), port)));
    }
    return routes;
  }
}
