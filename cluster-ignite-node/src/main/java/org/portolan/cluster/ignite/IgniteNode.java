package org.portolan.cluster.ignite;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.configuration.ThinClientConfiguration;
import org.apache.ignite.configuration.WALMode;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/**
 * A server of a local Ignite cluster. The jars of the core read no XML, so the configuration is
 * written here; what differs between nodes comes as {@code name=value} arguments.
 *
 * <p>At its first start the first node waits for all the others and activates the cluster, which
 * fixes the baseline. Later the cluster activates itself once the whole baseline is back: data may
 * be on any of its nodes, so a cluster that misses one does not serve by itself.
 *
 * <p>Prints {@value #READY} on a line of its own when the cluster is active with this node in it.
 */
public final class IgniteNode {
  /** What is printed when the node serves. */
  public static final String READY = "portolan: this node serves";

  /** The attribute of each node that says how many nodes the cluster was made for. */
  public static final String NODES_ATTRIBUTE = "portolan.nodes";

  /** The attribute of each node that says where it listens for other nodes, client nodes too. */
  public static final String DISCOVERY_ATTRIBUTE = "portolan.discovery";

  private static final long MEBIBYTE = 1L << 20;
  private static final long POLL_MILLIS = 50;

  /**
   * So long does what a killed client was committing stay locked; 30 s if not said. A client that
   * lives gives a sign every two seconds.
   */
  private static final long CLIENT_FAILURE_MILLIS = 5_000;

  private static volatile Optional<Ignite> started = Optional.empty();
  private static volatile boolean isServing;

  private IgniteNode() {}

  /**
   * Starts the node and returns when it serves; the process ends when it is told to terminate, and
   * with status 1 if the cluster is not active in the time that it may wait.
   *
   * @param arguments {@code name}, {@code directory}, {@code nodes}, {@code first} (whether this
   *     node activates the cluster), {@code address} (on which it listens), {@code discovery}
   *     (port), {@code communication} (port), {@code client} (port), {@code members} (addresses
   *     with ports, with commas), {@code wal} and {@code wait} (seconds)
   */
  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> values = new HashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      values.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    int nodes = Integer.parseInt(values.get("nodes"));
    boolean first = Boolean.parseBoolean(values.get("first"));
    Thread watch = new Thread(() -> endUnlessServing(Long.parseLong(values.get("wait")), nodes));
    watch.setDaemon(true);
    watch.start();
    Ignite ignite = Ignition.start(configuration(values, nodes));
    started = Optional.of(ignite);
    while (ignite.cluster().state() != ClusterState.ACTIVE) {
      boolean isFresh = ignite.cluster().currentBaselineTopology() == null;
      if (first && isFresh && ignite.cluster().forServers().nodes().size() == nodes) {
        ignite.cluster().baselineAutoAdjustEnabled(false);
        ignite.cluster().state(ClusterState.ACTIVE);
      }
      Thread.sleep(POLL_MILLIS);
    }
    isServing = true;
    System.out.println(READY);
  }

  /** Joining and activating can both wait for ever, for a node that never comes. */
  private static void endUnlessServing(long waitSeconds, int nodes) {
    try {
      TimeUnit.SECONDS.sleep(waitSeconds);
    } catch (InterruptedException isEnding) {
      return;
    }
    if (!isServing) {
      System.out.println(
          "portolan: this node gives up: the cluster was not active within "
              + waitSeconds
              + " s. That needs all "
              + nodes
              + " of its nodes, and there are: "
              + joined()
              + ". Start all of them ('portolan cluster start'); the log of a node that does not"
              + " join says why.");
      // Nothing was served, and the end in good order would wait for the others again.
      Runtime.getRuntime().halt(1);
    }
  }

  private static String joined() {
    return started
        .map(
            ignite ->
                ignite.cluster().forServers().nodes().stream()
                    .map(node -> node.consistentId().toString())
                    .sorted()
                    .collect(Collectors.joining(", ")))
        .orElse("none that this node could join");
  }

  private static IgniteConfiguration configuration(Map<String, String> values, int nodes) {
    Path directory = Path.of(values.get("directory"));
    String address = values.get("address");
    TcpDiscoverySpi discovery = new TcpDiscoverySpi();
    discovery.setLocalPort(Integer.parseInt(values.get("discovery")));
    discovery.setLocalPortRange(0);
    TcpDiscoveryVmIpFinder members = new TcpDiscoveryVmIpFinder();
    members.setAddresses(List.of(values.get("members").split(",")));
    discovery.setIpFinder(members);
    TcpCommunicationSpi communication = new TcpCommunicationSpi();
    communication.setLocalPort(Integer.parseInt(values.get("communication")));
    communication.setLocalPortRange(0);
    // Ignite's own buffers, 32 KiB, are less than a segment on loopback: then TCP may wait 200 ms
    // for each window, and a value of 8 MiB may take a minute.
    communication.setSocketReceiveBuffer(0);
    communication.setSocketSendBuffer(0);
    return new IgniteConfiguration()
        .setIgniteInstanceName(values.get("name"))
        .setConsistentId(values.get("name"))
        .setUserAttributes(
            Map.of(
                NODES_ATTRIBUTE,
                nodes,
                DISCOVERY_ATTRIBUTE,
                address + ":" + values.get("discovery")))
        .setLocalHost(address)
        .setClientFailureDetectionTimeout(CLIENT_FAILURE_MILLIS)
        .setIgniteHome(directory.toString())
        .setWorkDirectory(directory.toString())
        .setDiscoverySpi(discovery)
        .setCommunicationSpi(communication)
        .setConnectorConfiguration(null)
        .setClientConnectorConfiguration(
            new ClientConnectorConfiguration()
                .setHost(address)
                .setPort(Integer.parseInt(values.get("client")))
                .setPortRange(0)
                .setJdbcEnabled(false)
                .setOdbcEnabled(false)
                .setThinClientConfiguration(
                    new ThinClientConfiguration().setMaxActiveTxPerConnection(1000)))
        .setMetricsLogFrequency(0)
        .setDataStorageConfiguration(storage(WALMode.valueOf(values.get("wal"))));
  }

  /** Small: a region and a log of the usual size would take gigabytes for each node. */
  private static DataStorageConfiguration storage(WALMode mode) {
    return new DataStorageConfiguration()
        .setDefaultDataRegionConfiguration(
            new DataRegionConfiguration()
                .setName("default")
                .setPersistenceEnabled(true)
                .setInitialSize(64 * MEBIBYTE)
                .setMaxSize(256 * MEBIBYTE)
                .setCheckpointPageBufferSize(64 * MEBIBYTE))
        .setWalMode(mode)
        .setWalSegmentSize((int) (16 * MEBIBYTE))
        .setWalSegments(4)
        .setMaxWalArchiveSize(128 * MEBIBYTE);
  }
}
