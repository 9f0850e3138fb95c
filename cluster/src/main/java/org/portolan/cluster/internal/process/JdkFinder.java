package org.portolan.cluster.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.cluster.ClusterException;

/**
 * Finds the JDK for the servers. It must be of version 17: the servers of HBase and Cassandra use
 * features that later versions removed.
 */
public final class JdkFinder {
  /** The version that servers run on. */
  public static final int VERSION = 17;

  private static final List<String> VARIABLES =
      List.of("JAVA_HOME_17", "JAVA_HOME_17_X64", "JAVA_HOME_17_ARM64", "JDK_17", "JAVA_HOME");

  private final int runningVersion;
  private final Path runningHome;
  private final Map<String, String> environment;
  private final List<Path> usualPlaces;

  JdkFinder(
      int runningVersion,
      Path runningHome,
      Map<String, String> environment,
      List<Path> usualPlaces) {
    this.runningVersion = runningVersion;
    this.runningHome = runningHome;
    this.environment = environment;
    this.usualPlaces = usualPlaces;
  }

  /** Returns a finder that looks on this machine. */
  public static JdkFinder ofThisMachine() {
    Path user = Path.of(System.getProperty("user.home"));
    return new JdkFinder(
        Runtime.version().feature(),
        Path.of(System.getProperty("java.home")),
        System.getenv(),
        List.of(
            Path.of("/usr/lib/jvm"),
            Path.of("/opt"),
            Path.of("/opt/java"),
            Path.of("/Library/Java/JavaVirtualMachines"),
            user.resolve("Library/Java/JavaVirtualMachines"),
            user.resolve(".sdkman/candidates/java"),
            user.resolve(".jdks")));
  }

  /**
   * Returns the home of a JDK 17.
   *
   * @param asked the home that the user named; if given, no other is searched for
   * @throws ClusterException if there is none; the message says what to do
   */
  public Path find(Optional<Path> asked) {
    if (asked.isPresent()) {
      Path home = asked.get();
      int version = version(home);
      if (version == VERSION) {
        return home;
      }
      throw new ClusterException(
          version == 0
              ? home + " holds no JDK: it must contain bin/java and a file 'release'"
              : home
                  + " is a JDK "
                  + version
                  + ", but the servers need a JDK 17; give the directory of one");
    }
    if (runningVersion == VERSION) {
      return runningHome;
    }
    return candidates().stream()
        .filter(home -> version(home) == VERSION)
        .findFirst()
        .orElseThrow(
            () ->
                new ClusterException(
                    "the servers need a JDK 17 and none was found; this is Java "
                        + runningVersion
                        + ": install one (Debian: openjdk-17-jdk-headless, others: Eclipse Temurin"
                        + " 17), or name it with --jdk DIR or JAVA_HOME_17"));
  }

  private List<Path> candidates() {
    List<Path> candidates = new ArrayList<>();
    for (String variable : VARIABLES) {
      String value = environment.get(variable);
      if (value != null && !value.isBlank()) {
        candidates.add(Path.of(value));
      }
    }
    for (Path place : usualPlaces) {
      if (Files.isDirectory(place)) {
        try (Stream<Path> entries = Files.list(place)) {
          entries
              .sorted()
              .forEach(
                  entry -> {
                    candidates.add(entry);
                    candidates.add(entry.resolve("Contents/Home"));
                  });
        } catch (IOException unreadable) {
          // Another place may have a JDK; if none has, the caller reports that.
        }
      }
    }
    return candidates;
  }

  /**
   * Returns the version of a JDK according to its file {@code release}, or 0 if the directory is no
   * JDK.
   */
  static int version(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isRegularFile(release)) {
      return 0;
    }
    try {
      for (String line : Files.readAllLines(release)) {
        if (line.startsWith("JAVA_VERSION=")) {
          String version = line.substring("JAVA_VERSION=".length()).replace("\"", "").strip();
          return Runtime.Version.parse(version.replaceFirst("_.*", "")).feature();
        }
      }
    } catch (IOException | IllegalArgumentException unreadable) {
      return 0;
    }
    return 0;
  }
}
