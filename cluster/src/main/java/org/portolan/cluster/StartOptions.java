package org.portolan.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How servers are started.
 *
 * @param jdk home of the JDK 17 that runs the servers; one is looked for if it is empty
 * @param cache where fetched jars are kept for all clusters of the user; if it is empty, the
 *     environment's {@code PORTOLAN_CACHE}, else {@code portolan} in the user's cache directory
 * @param timeout how long all servers together may take until they answer; fetching jars does not
 *     count
 */
public record StartOptions(Optional<Path> jdk, Optional<Path> cache, Duration timeout) {
  /** A JDK that is found, the user's cache, five minutes. */
  public static final StartOptions USUAL =
      new StartOptions(Optional.empty(), Optional.empty(), Duration.ofMinutes(5));

  /** Makes the paths absolute. */
  public StartOptions {
    jdk = jdk.map(Path::toAbsolutePath);
    cache = cache.map(Path::toAbsolutePath);
  }

  /** Returns the same with this JDK 17. */
  public StartOptions withJdk(Path home) {
    return new StartOptions(Optional.of(home), cache, timeout);
  }

  /** Returns the same with the jars kept in this directory. */
  public StartOptions withCache(Path directory) {
    return new StartOptions(jdk, Optional.of(directory), timeout);
  }

  /** Returns the same with another time to answer in. */
  public StartOptions withTimeout(Duration other) {
    return new StartOptions(jdk, cache, other);
  }
}
