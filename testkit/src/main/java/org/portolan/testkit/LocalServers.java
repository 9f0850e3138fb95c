package org.portolan.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.EngineSettings.Storage;

/**
 * The servers of an engine on this machine, for all test classes of this run: one node, on free
 * ports of 127.0.0.1, with its files in a temporary directory. They are started once, and stopped
 * by their process ids after the last class, or when the Java machine exits before.
 */
final class LocalServers implements AutoCloseable {
  private static final Namespace NAMESPACE = Namespace.create(LocalServers.class);

  private final Path directory;
  private final String uri;
  private final Runnable stop;

  private LocalServers(Kind kind) {
    directory = newDirectory(kind);
    if (kind == Kind.ROCKSDB) {
      uri = "rocksdb:" + directory.resolve("store");
      stop = () -> {};
      return;
    }
    try {
      ClusterEngine engine = ClusterEngine.of(kind.scheme());
      EngineSettings settings =
          engine == ClusterEngine.HBASE
              ? new EngineSettings.HBase(
                  Storage.LOCAL, 1, EngineSettings.HBase.SESSION_TIMEOUT_DEFAULT)
              : ClusterSpec.usualSettings(engine, 1);
      Cluster cluster =
          Cluster.start(ClusterSpec.of(settings, 1, directory.resolve("cluster"))).stopOnExit();
      uri = cluster.uri();
      stop = cluster::stop;
    } catch (RuntimeException | Error e) {
      Cleanup.delete(directory);
      throw e;
    }
  }

  /**
   * Returns the servers of an engine; the first call of a run starts them.
   *
   * @throws org.portolan.cluster.ClusterException if they cannot be started; then none is left
   */
  static LocalServers of(Kind kind, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(kind, LocalServers::new, LocalServers.class);
  }

  private static Path newDirectory(Kind kind) {
    try {
      return Files.createTempDirectory("portolan-test-" + kind.scheme());
    } catch (IOException e) {
      throw new UncheckedIOException("could not make a directory for servers of tests", e);
    }
  }

  /** Returns the URI of a store on these servers. */
  String uri() {
    return uri;
  }

  @Override
  public void close() {
    Cleanup.runAll(List.of(stop, () -> Cleanup.delete(directory)));
  }
}
