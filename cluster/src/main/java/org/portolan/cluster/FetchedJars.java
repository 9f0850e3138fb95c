package org.portolan.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.portolan.cluster.internal.process.JarCache;

/**
 * Jars of tools that are too heavy for the class path of every user: fetched on first use by the
 * user's own Maven, and kept beside those of servers.
 */
public enum FetchedJars {
  /** Debezium's embedded engine with the connectors of MariaDB and PostgreSQL. */
  DEBEZIUM("debezium", "3.2.0.Final", 78),
  /** HBase's servers, whose classes also write their files. */
  HBASE(ClusterEngine.HBASE.label(), ClusterEngine.HBASE.version(), ClusterEngine.HBASE.jars());

  private final String label;
  private final String version;
  private final int count;

  FetchedJars(String label, String version, int count) {
    this.label = label;
    this.version = version;
    this.count = count;
  }

  /** Returns about how many jars there are. */
  public int count() {
    return count;
  }

  /** Returns whether they were fetched before. */
  public boolean arePresent() {
    return cache().has(label, version);
  }

  /**
   * Returns the directory of the jars; fetches missing ones.
   *
   * @param progress receives the number of jars fetched so far
   * @throws ClusterException if they cannot be fetched; the message contains Maven's output
   */
  public Path get(IntConsumer progress) {
    return cache().get(label, version, progress);
  }

  /**
   * Returns the addresses of the jars in a directory, in the order of their names, for a class
   * loader.
   *
   * @throws UncheckedIOException if the directory cannot be read
   */
  public static List<URL> urls(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<URL> urls = new ArrayList<>();
      for (Path file : files.filter(each -> each.toString().endsWith(".jar")).sorted().toList()) {
        urls.add(file.toUri().toURL());
      }
      return urls;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the jars in " + directory, e);
    }
  }

  private static JarCache cache() {
    return new JarCache(JarCache.directory(Optional.empty(), System.getenv()));
  }
}
