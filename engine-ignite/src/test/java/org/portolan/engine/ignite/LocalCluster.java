package org.portolan.engine.ignite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.configuration.WALMode;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/** Server nodes in this JVM, on loopback and free ports, persistent in a separate directory. */
final class LocalCluster implements AutoCloseable {
  private static final int PORT_FIRST = 47_100;
  private static final int PORTS_TRIED = 2_000;

  /** Apart from a node's other ports, which it takes between the choice of this one and its use. */
  private static final int DISCOVERY_PORT_FIRST = 27_600;

  private final Path directory;
  private final String name = "portolan-" + UUID.randomUUID();
  private final TcpDiscoveryVmIpFinder finder = new TcpDiscoveryVmIpFinder(true);
  private final List<Ignite> nodes = new ArrayList<>();
  private final WALMode wal;
  private final Supplier<TcpCommunicationSpi> communication;

  /** The ports by node: a node that comes back listens on the same port. */
  private final Map<Integer, Integer> discoveryPorts = new HashMap<>();

  private final Map<Integer, Integer> clientPorts = new HashMap<>();

  private LocalCluster(Path directory, WALMode wal, Supplier<TcpCommunicationSpi> communication) {
    this.directory = directory;
    this.wal = wal;
    this.communication = communication;
  }

  /** Starts the nodes and activates the cluster. */
  static LocalCluster start(int nodes) {
    return start(nodes, WALMode.LOG_ONLY);
  }

  static LocalCluster start(int nodes, WALMode wal) {
    return start(nodes, wal, TcpCommunicationSpi::new);
  }

  /**
   * @param communication makes what a node sends messages with; all nodes must have the same class
   */
  static LocalCluster start(int nodes, WALMode wal, Supplier<TcpCommunicationSpi> communication) {
    LocalCluster cluster;
    try {
      Path directory = Files.createTempDirectory("portolan-ignite");
      cluster = new LocalCluster(directory, wal, communication);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    boolean started = false;
    try {
      for (int node = 0; node < nodes; node++) {
        cluster.nodes.add(Ignition.start(cluster.configuration(node)));
      }
      Ignite first = cluster.nodes.get(0);
      first.cluster().baselineAutoAdjustEnabled(false);
      first.cluster().state(ClusterState.ACTIVE);
      started = true;
      return cluster;
    } finally {
      if (!started) {
        cluster.close();
      }
    }
  }

  private IgniteConfiguration configuration(int node) {
    int discoveryPort = discoveryPorts.computeIfAbsent(node, first -> freePort());
    TcpDiscoverySpi discovery = new TcpDiscoverySpi();
    discovery.setLocalPort(discoveryPort);
    discovery.setLocalPortRange(0);
    discovery.setIpFinder(finder);
    TcpCommunicationSpi messages = communication.get();
    messages.setLocalPort(PORT_FIRST);
    messages.setLocalPortRange(PORTS_TRIED);
    ClientNodeSettings.leaveBuffersToSystem(messages);
    DataStorageConfiguration storage =
        new DataStorageConfiguration()
            .setWalMode(wal)
            .setWalSegmentSize(Limits.WAL_SEGMENT_BYTES_MIN)
            .setMaxWalArchiveSize(4L * Limits.WAL_SEGMENT_BYTES_MIN)
            .setDefaultDataRegionConfiguration(
                new DataRegionConfiguration()
                    .setPersistenceEnabled(wal != WALMode.NONE)
                    .setInitialSize(32L << 20)
                    .setMaxSize(160L << 20));
    return new IgniteConfiguration()
        .setIgniteInstanceName(instance(node))
        .setConsistentId("node" + node)
        .setUserAttributes(Map.of("portolan.discovery", "127.0.0.1:" + discoveryPort))
        .setLocalHost("127.0.0.1")
        .setConnectorConfiguration(null)
        .setWorkDirectory(directory.resolve("node" + node).toString())
        .setDiscoverySpi(discovery)
        .setCommunicationSpi(messages)
        .setClientConnectorConfiguration(
            new ClientConnectorConfiguration()
                .setHost("127.0.0.1")
                .setPort(clientPorts.getOrDefault(node, PORT_FIRST))
                .setPortRange(clientPorts.containsKey(node) ? 0 : PORTS_TRIED)
                .setThreadPoolSize(8))
        .setDataStorageConfiguration(storage)
        .setSystemThreadPoolSize(8)
        .setStripedPoolSize(4)
        .setPublicThreadPoolSize(4)
        .setQueryThreadPoolSize(4)
        .setMetricsLogFrequency(0)
        .setGridLogger(new NullLogger());
  }

  /** Chooses a port in advance: a node publishes its address before it listens. */
  private static int freePort() {
    for (int port = DISCOVERY_PORT_FIRST; port < DISCOVERY_PORT_FIRST + PORTS_TRIED; port++) {
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port is free from " + DISCOVERY_PORT_FIRST + " on");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  private String instance(int node) {
    return name + "-" + node;
  }

  /** Returns the addresses of all nodes alive for thin clients, separated by commas. */
  String addresses() {
    return nodes.stream()
        .map(Ignite::cluster)
        .map(cluster -> "127.0.0.1:" + port(cluster.localNode()))
        .collect(Collectors.joining(","));
  }

  static int port(Ignite node) {
    return port(node.cluster().localNode());
  }

  private static int port(ClusterNode node) {
    return node.attribute("clientListenerPort");
  }

  Ignite node(int number) {
    return nodes.get(number);
  }

  /** Removes all caches of a store. */
  void destroy(String prefix) {
    Ignite node = nodes.get(0);
    node.destroyCaches(
        node.cacheNames().stream().filter(cache -> cache.startsWith(prefix + ".")).toList());
  }

  /** Restarts a killed node. */
  void restart(int node) {
    nodes.set(node, Ignition.start(configuration(node)));
  }

  /** Starts one more node, which is not in the baseline. */
  void join() {
    nodes.add(Ignition.start(configuration(nodes.size())));
  }

  /** Stops a node at once; it cannot finish anything. */
  void kill(int node) {
    clientPorts.put(node, port(nodes.get(node).cluster().localNode()));
    Ignition.stop(instance(node), true);
  }

  @Override
  public void close() {
    for (int node = nodes.size() - 1; node >= 0; node--) {
      Ignition.stop(instance(node), true);
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
