package org.portolan.bench.client;

import org.portolan.bench.system.WorkDirectory;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.TableSchema;
import org.portolan.engine.adapter.ClusterUri;

/**
 * The stores that a benchmark makes for itself: beside the one that its user names, or on RocksDB
 * in its working directory.
 *
 * @param given the URI of a store, empty for RocksDB in the working directory
 */
public record SiblingStores(String given, WorkDirectory directory) {

  /**
   * Returns the URI of a store.
   *
   * @param suffix what its name has in addition; letters, digits and underscores
   */
  public String uri(String suffix) {
    return given.isEmpty() ? directory.store("store_" + suffix) : beside(given, suffix);
  }

  /**
   * Returns the URI of a store beside another one.
   *
   * @throws IllegalArgumentException if the other one's is none
   */
  public static String beside(String given, String suffix) {
    int query = given.indexOf('?');
    int end = query < 0 ? given.length() : query;
    if (Engines.ofUri(given).capabilities().local()) {
      return given.substring(0, end) + "_" + suffix + given.substring(end);
    }
    String name = ClusterUri.parse(given, Engines.ofUri(given).uriForm()).name();
    return given.substring(0, end - name.length()) + name + "_" + suffix + given.substring(end);
  }

  /** Removes the tables of a store; one in the working directory goes with it. */
  public void drop(String uri) {
    if (given.isEmpty()) {
      return;
    }
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      engine.tables().stream().map(TableSchema::name).forEach(engine::dropTable);
    }
  }
}
