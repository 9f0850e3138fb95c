package org.portolan.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The options of a start.
 *
 * @param jdk home of the JDK 17 that runs the servers; if it is empty, a JDK 17 is searched for
 * @param cache the directory of fetched jars for all clusters of the user; if it is empty, the
 *     environment's {@code PORTOLAN_CACHE}, else {@code portolan} in the user's cache directory
 * @param timeout the longest wait until all servers answer, not counting the time to fetch jars
 * @param jvmOptions further options of every server's JVM; of two contradicting options the JVM
 *     takes the later one, so these win
 * @param hosts the hosts of the nodes, in the order of their numbers; empty for this machine's
 *     loopback. A region server of HBase shares its host with a DataNode; ZooKeeper, NameNode and
 *     master are on the first host. Must be the same at every start of a cluster
 */
public record StartOptions(
    Optional<Path> jdk,
    Optional<Path> cache,
    Duration timeout,
    List<String> jvmOptions,
    List<Host> hosts) {
  /** The JDK found on this machine, the user's cache, five minutes, no further options. */
  public static final StartOptions USUAL =
      new StartOptions(
          Optional.empty(), Optional.empty(), Duration.ofMinutes(5), List.of(), List.of());

  /**
   * The host of a node.
   *
   * @param address the address on which it listens, reachable from here and from the other nodes
   * @param command a command that runs another command on this host, in the same process, such as
   *     {@code ip netns exec NAME}
   */
  public record Host(String address, List<String> command) {}

  /** Makes the paths absolute. */
  public StartOptions {
    jdk = jdk.map(Path::toAbsolutePath);
    cache = cache.map(Path::toAbsolutePath);
    jvmOptions = List.copyOf(jvmOptions);
    hosts = List.copyOf(hosts);
  }

  /**
   * Checks that these options have an effect on the servers of an engine.
   *
   * @throws IllegalArgumentException if they are for Java, and the servers do not run on Java
   */
  void requireFor(ClusterEngine engine) {
    if (engine.isDatabase() && (jdk.isPresent() || !jvmOptions.isEmpty())) {
      throw new IllegalArgumentException(
          engine.label()
              + " does not run on Java: leave out --jdk and --server-heap, and set the server's"
              + " variables instead");
    }
  }

  /** Returns these options with this JDK 17. */
  public StartOptions withJdk(Path home) {
    return new StartOptions(Optional.of(home), cache, timeout, jvmOptions, hosts);
  }

  /** Returns these options with the jars in this directory. */
  public StartOptions withCache(Path directory) {
    return new StartOptions(jdk, Optional.of(directory), timeout, jvmOptions, hosts);
  }

  /** Returns these options with another time limit. */
  public StartOptions withTimeout(Duration other) {
    return new StartOptions(jdk, cache, other, jvmOptions, hosts);
  }

  /** Returns these options with further options of every server's JVM. */
  public StartOptions withJvmOptions(List<String> options) {
    return new StartOptions(jdk, cache, timeout, options, hosts);
  }

  /** Returns the host of a node by its number, from 1; empty for this machine's loopback. */
  public Optional<Host> host(int number) {
    return hosts.isEmpty() ? Optional.empty() : Optional.of(hosts.get(number - 1));
  }

  /** Returns these options with each node on a separate host. */
  public StartOptions withHosts(List<Host> nodes) {
    return new StartOptions(jdk, cache, timeout, jvmOptions, nodes);
  }
}
