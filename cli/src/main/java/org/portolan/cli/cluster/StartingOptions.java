package org.portolan.cli.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.portolan.cluster.StartOptions;
import picocli.CommandLine.Option;

/** How servers are started. */
final class StartingOptions {
  @Option(
      names = "--jdk",
      paramLabel = "DIR",
      description =
          "A JDK 17 to run the servers (default: the running one if it is 17, else JAVA_HOME_17,"
              + " JAVA_HOME or the usual places).")
  Path jdk;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Where the servers' jars are kept for all clusters (default: $PORTOLAN_CACHE, else"
              + " portolan in the user's cache directory).")
  Path cache;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description =
          "Give up if the servers do not answer in this time (default: ${DEFAULT-VALUE}).")
  long timeoutSeconds;

  StartOptions toOptions() {
    return new StartOptions(
        Optional.ofNullable(jdk),
        Optional.ofNullable(cache),
        Duration.ofSeconds(timeoutSeconds),
        List.of(),
        List.of());
  }
}
