package org.portolan.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How servers are started.
 *
 * @param jdk home of the JDK 17 that runs the servers; one is looked for if it is empty
 * @param cache where fetched jars are kept for all clusters of the user; if it is empty, the
 *     environment's {@code PORTOLAN_CACHE}, else {@code portolan} in the user's cache directory
 * @param timeout how long all servers together may take until they answer; fetching jars does not
 *     count
 * @param jvmOptions further options of every server's JVM; of two that contradict each other the
 *     JVM takes the later, which is these
 * @param hosts where the nodes run, in the order of their numbers; empty for this machine's
 *     loopback. Cassandra only. The same at every start of a cluster
 */
public record StartOptions(
    Optional<Path> jdk,
    Optional<Path> cache,
    Duration timeout,
    List<String> jvmOptions,
    List<Host> hosts) {
  /** A JDK that is found, the user's cache, five minutes, no further options. */
  public static final StartOptions USUAL =
      new StartOptions(
          Optional.empty(), Optional.empty(), Duration.ofMinutes(5), List.of(), List.of());

  /**
   * Where a node runs.
   *
   * @param address what it listens on, reachable from here and from the other nodes
   * @param command runs another command there in its own process, as {@code ip netns exec NAME}
   */
  public record Host(String address, List<String> command) {}

  /** Makes the paths absolute. */
  public StartOptions {
    jdk = jdk.map(Path::toAbsolutePath);
    cache = cache.map(Path::toAbsolutePath);
    jvmOptions = List.copyOf(jvmOptions);
    hosts = List.copyOf(hosts);
  }

  /** Returns the same with this JDK 17. */
  public StartOptions withJdk(Path home) {
    return new StartOptions(Optional.of(home), cache, timeout, jvmOptions, hosts);
  }

  /** Returns the same with the jars kept in this directory. */
  public StartOptions withCache(Path directory) {
    return new StartOptions(jdk, Optional.of(directory), timeout, jvmOptions, hosts);
  }

  /** Returns the same with another time to answer in. */
  public StartOptions withTimeout(Duration other) {
    return new StartOptions(jdk, cache, other, jvmOptions, hosts);
  }

  /** Returns the same with these further options of every server's JVM. */
  public StartOptions withJvmOptions(List<String> options) {
    return new StartOptions(jdk, cache, timeout, options, hosts);
  }

  /** Returns the same with each node on a host of its own. */
  public StartOptions withHosts(List<Host> nodes) {
    return new StartOptions(jdk, cache, timeout, jvmOptions, nodes);
  }
}
