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
 */
public record StartOptions(
    Optional<Path> jdk, Optional<Path> cache, Duration timeout, List<String> jvmOptions) {
  /** A JDK that is found, the user's cache, five minutes, no further options. */
  public static final StartOptions USUAL =
      new StartOptions(Optional.empty(), Optional.empty(), Duration.ofMinutes(5), List.of());

  /** Makes the paths absolute. */
  public StartOptions {
    jdk = jdk.map(Path::toAbsolutePath);
    cache = cache.map(Path::toAbsolutePath);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** Returns the same with this JDK 17. */
  public StartOptions withJdk(Path home) {
    return new StartOptions(Optional.of(home), cache, timeout, jvmOptions);
  }

  /** Returns the same with the jars kept in this directory. */
  public StartOptions withCache(Path directory) {
    return new StartOptions(jdk, Optional.of(directory), timeout, jvmOptions);
  }

  /** Returns the same with another time to answer in. */
  public StartOptions withTimeout(Duration other) {
    return new StartOptions(jdk, cache, other, jvmOptions);
  }

  /** Returns the same with these further options of every server's JVM. */
  public StartOptions withJvmOptions(List<String> options) {
    return new StartOptions(jdk, cache, timeout, options);
  }
}
