package org.portolan.cli.cluster;

import java.nio.file.Path;
import org.portolan.cluster.Cluster;
import picocli.CommandLine.Option;

/** The option that names a cluster. */
final class DirectoryOption {
  @Option(
      names = "--dir",
      required = true,
      paramLabel = "DIR",
      description = "The cluster's directory: its data, logs, configuration and record.")
  Path directory;

  /** Opens the cluster, which must exist, running or not. */
  Cluster open() {
    return Cluster.open(directory);
  }
}
