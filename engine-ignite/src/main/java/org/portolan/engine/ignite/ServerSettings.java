package org.portolan.engine.ignite;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.WALMode;
import org.portolan.engine.EngineException;

/**
 * Checks how the servers store data, which a client cannot change: each server publishes its
 * configuration as an attribute.
 */
final class ServerSettings {
  private static final String ATTRIBUTE = "org.apache.ignite.data.storage.config";
  private static final ObjectInputFilter FILTER =
      ObjectInputFilter.Config.createFilter(
          "org.apache.ignite.**;java.lang.**;java.util.**;maxbytes=1000000;maxdepth=20;!*");

  private ServerSettings() {}

  /**
   * Checks every server.
   *
   * @return the weakest write-ahead mode among them, for people
   * @throws EngineException if a server's mode is weaker than the URI admits, or if a write within
   *     the limits could stop a server
   */
  static String require(IgniteUri uri, IgniteClient client) {
    WALMode weakest = WALMode.FSYNC;
    List<String> faults = new ArrayList<>();
    for (ClusterNode server : client.cluster().forServers().nodes()) {
      String name = "server " + server.consistentId();
      Optional<DataStorageConfiguration> storage = storage(server);
      if (storage.isEmpty()) {
        faults.add(name + " does not say how it stores data");
        continue;
      }
      DataStorageConfiguration settings = storage.get();
      boolean persistent = settings.getDefaultDataRegionConfiguration().isPersistenceEnabled();
      WALMode mode = persistent ? settings.getWalMode() : WALMode.NONE;
      weakest = rank(mode) > rank(weakest) ? mode : weakest;
      if (rank(mode) > rank(uri.wal())) {
        faults.add(
            name
                + (persistent
                    ? " has the write-ahead mode " + mode
                    : " keeps its default data region in memory only"));
      } else if (persistent && settings.getWalSegmentSize() < Limits.WAL_SEGMENT_BYTES_MIN) {
        faults.add(
            name
                + " has write-ahead segments of "
                + settings.getWalSegmentSize()
                + " bytes, but "
                + Limits.WAL_SEGMENT_BYTES_MIN
                + " are needed");
      }
    }
    if (!faults.isEmpty()) {
      throw new EngineException(
          "cannot use the cluster of "
              + uri.text()
              + ": "
              + String.join("; ", faults)
              + "; change the servers' data storage, or accept weaker settings with wal=background"
              + " or wal=none in the URI");
    }
    return weakest.toString();
  }

  /** Returns a number that is higher for a weaker mode. */
  private static int rank(WALMode mode) {
    return switch (mode) {
      case FSYNC -> 0;
      case LOG_ONLY -> 1;
      case BACKGROUND -> 2;
      default -> 3;
    };
  }

  private static Optional<DataStorageConfiguration> storage(ClusterNode server) {
    if (!(server.attribute(ATTRIBUTE) instanceof byte[] serialized)) {
      return Optional.empty();
    }
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(serialized))) {
      in.setObjectInputFilter(FILTER);
      return Optional.of((DataStorageConfiguration) in.readObject());
    } catch (IOException | ClassNotFoundException | ClassCastException otherVersion) {
      return Optional.empty();
    }
  }
}
