package org.portolan.engine.ignite;

import java.nio.file.Path;
import java.util.UUID;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.failure.NoOpFailureHandler;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/** The settings of a client node: quiet, small, listening nowhere, unable to stop our process. */
final class ClientNodeSettings {
  private static final int THREADS = 2;

  static {
    // The opener of a store closes it, and the node does not ask the vendor for a newer release.
    setUnlessSet("IGNITE_NO_SHUTDOWN_HOOK", "true");
    setUnlessSet("IGNITE_UPDATE_NOTIFIER", "false");
    setUnlessSet("IGNITE_NO_ASCII", "true");
    setUnlessSet("IGNITE_PERFORMANCE_SUGGESTIONS_DISABLED", "true");
  }

  private ClientNodeSettings() {}

  private static void setUnlessSet(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }

  static IgniteConfiguration of(IgniteUri uri, Discovery found) {
    TcpDiscoveryVmIpFinder finder = new TcpDiscoveryVmIpFinder();
    finder.setAddresses(found.addresses());
    TcpDiscoverySpi discovery = new TcpDiscoverySpi();
    discovery.setIpFinder(finder);
    discovery.setJoinTimeout(uri.timeoutMs());
    TcpCommunicationSpi communication = new TcpCommunicationSpi();
    // The node listens nowhere: servers that need a connection ask the node to connect.
    communication.setLocalPort(-1);
    leaveBuffersToSystem(communication);
    IgniteConfiguration configuration =
        new IgniteConfiguration()
            .setClientMode(true)
            .setIgniteInstanceName("portolan-" + UUID.randomUUID())
            .setWorkDirectory(
                Path.of(System.getProperty("java.io.tmpdir"), "portolan-ignite").toString())
            .setDiscoverySpi(discovery)
            .setCommunicationSpi(communication)
            .setConnectorConfiguration(null)
            .setClientConnectorConfiguration(null)
            .setPeerClassLoadingEnabled(found.loadsClasses())
            // Otherwise the node would send the environment of this process to all nodes.
            .setIncludeProperties()
            .setSystemThreadPoolSize(THREADS)
            .setStripedPoolSize(THREADS)
            .setPublicThreadPoolSize(THREADS)
            .setQueryThreadPoolSize(THREADS)
            .setDataStreamerThreadPoolSize(1)
            .setManagementThreadPoolSize(1)
            .setMetricsLogFrequency(0)
            // Ignite's own handler would halt the process.
            .setFailureHandler(new NoOpFailureHandler())
            .setGridLogger(new NullLogger());
    if (found.addresses().stream().allMatch(ClientNodeSettings::isLoopback)) {
      configuration.setLocalHost("127.0.0.1");
    }
    return configuration;
  }

  /**
   * Lets the operating system choose the sizes of socket buffers. Ignite's own size, 32 KiB, is
   * less than a segment on loopback (64 KiB). So TCP may wait 200 ms for each window (RFC 9293,
   * 3.8.6.2.1), and a value of 8 MiB may take a minute.
   */
  static void leaveBuffersToSystem(TcpCommunicationSpi communication) {
    communication.setSocketReceiveBuffer(0);
    communication.setSocketSendBuffer(0);
  }

  private static boolean isLoopback(String address) {
    return address.startsWith("127.") || address.startsWith("localhost:");
  }
}
