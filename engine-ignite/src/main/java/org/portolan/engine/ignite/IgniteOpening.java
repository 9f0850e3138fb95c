package org.portolan.engine.ignite;

import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.ClusterState;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.UnavailableException;

/** Opens a store: looks at the cluster, finds the store in it or makes it. */
final class IgniteOpening {
  private static final int BACKUPS_DEFAULT = 1;

  private IgniteOpening() {}

  static IgniteEngine open(IgniteUri uri, OpenMode mode) {
    Connections connections = new Connections(uri);
    boolean opened = false;
    try {
      IgniteClient client = connections.ofTables();
      requireActive(uri, client.cluster().state());
      String wal = ServerSettings.require(uri, client);
      int alive = client.cluster().forServers().nodes().size();
      StoreInfo info = find(uri, client, mode, alive);
      Majority majority =
          new Majority(uri.text(), connections::serversAlive, uri.servers().orElse(info.servers()));
      Tables tables = new Tables(client, uri, info.backups());
      ClientNode node = ClientNode.join(uri, client);
      opened = true;
      return new IgniteEngine(uri, connections, node, majority, tables, wal);
    } catch (ClientException failure) {
      throw Failures.ofRead("open " + uri.text(), failure);
    } finally {
      if (!opened) {
        connections.close();
      }
    }
  }

  private static void requireActive(IgniteUri uri, ClusterState state) {
    if (state == ClusterState.INACTIVE) {
      throw new UnavailableException(
          "the cluster of "
              + uri.text()
              + " is not active; start all its servers and activate it (control.sh --set-state"
              + " ACTIVE)");
    }
  }

  private static StoreInfo find(IgniteUri uri, IgniteClient client, OpenMode mode, int alive) {
    String name = Tables.catalogName(uri.prefix());
    StoreInfo fresh = new StoreInfo(uri.backups().orElse(BACKUPS_DEFAULT), alive);
    if (!client.cacheNames().contains(name)) {
      if (mode == OpenMode.EXISTING) {
        throw missing(uri);
      }
      client.getOrCreateCache(Tables.configuration(uri.group(), name, fresh.backups()));
    }
    ClientCache<String, String> catalog = client.cache(name);
    String standing = catalog.get(StoreInfo.KEY);
    if (standing == null) {
      if (mode == OpenMode.EXISTING) {
        throw missing(uri);
      }
      catalog.putIfAbsent(StoreInfo.KEY, fresh.text());
      standing = catalog.get(StoreInfo.KEY);
    }
    StoreInfo info = StoreInfo.parse(uri.text(), standing);
    if (uri.backups().isPresent() && uri.backups().getAsInt() != info.backups()) {
      throw new SchemaMismatchException(
          "the store "
              + uri.text()
              + " was made with backups="
              + info.backups()
              + ", which cannot be changed; leave 'backups' out of the URI, or move the data to a"
              + " new store");
    }
    if (alive > info.servers()) {
      StoreInfo grown = new StoreInfo(info.backups(), alive);
      catalog.replace(StoreInfo.KEY, standing, grown.text());
      return grown;
    }
    return info;
  }

  private static StoreMissingException missing(IgniteUri uri) {
    return new StoreMissingException(
        "there is no store with the prefix '" + uri.prefix() + "' in the cluster of " + uri.text());
  }
}
