package org.portolan.engine.ignite;

import java.util.Set;
import java.util.function.Predicate;
import org.apache.ignite.IgniteException;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.ClusterState;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.UnavailableException;

/** Opens a store: checks the cluster, and finds or creates the store in it. */
final class IgniteOpening {
  static final int BACKUPS_DEFAULT = 1;

  private IgniteOpening() {}

  static IgniteEngine open(IgniteUri uri, OpenMode mode, ClientNode.Setup setup) {
    Connections connections = new Connections(uri);
    ClientNode node = null;
    boolean opened = false;
    try {
      IgniteClient client = connections.ofTables();
      requireActive(uri, client.cluster().state());
      String wal = ServerSettings.require(uri, client);
      node = ClientNode.join(uri, client, setup);
      int baseline = requireFixedBaseline(uri, node);
      Majority.Cluster cluster = cluster(connections, node);
      StoreInfo info =
          find(
              uri,
              client,
              mode,
              baseline,
              () ->
                  new Majority(uri.text(), cluster, uri.servers().orElse(baseline))
                      .requireBefore());
      Majority majority = new Majority(uri.text(), cluster, uri.servers().orElse(info.servers()));
      Tables tables = new Tables(client, uri, info.backups());
      node.openAhead(tables.cacheNames());
      opened = true;
      return new IgniteEngine(uri, connections, node, majority, tables, wal);
    } catch (ClientException | IgniteException failure) {
      throw Failures.ofRead("open " + uri.text(), failure);
    } finally {
      if (!opened) {
        if (node != null) {
          node.close();
        }
        connections.close();
      }
    }
  }

  private static Majority.Cluster cluster(Connections connections, ClientNode node) {
    return new Majority.Cluster() {
      @Override
      public Set<String> baseline() {
        return node.baseline();
      }

      @Override
      public ServersSeen here() {
        return node.serversSeen();
      }

      @Override
      public ServersSeen there(Predicate<String> wanted) {
        return connections.serversSeen(wanted);
      }
    };
  }

  /** Returns the number of servers of the baseline, which must be fixed. */
  private static int requireFixedBaseline(IgniteUri uri, ClientNode node) {
    int baseline = node.baseline().size();
    if (baseline == 0 || node.isBaselineAdjusted()) {
      throw new EngineException(
          "cannot use the cluster of "
              + uri.text()
              + ": its baseline "
              + (baseline == 0 ? "is not set" : "adjusts itself to the servers that are alive")
              + ", so that after a split of the network each side would be its own majority; fix it"
              + " (control.sh --baseline auto_adjust disable)");
    }
    return baseline;
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

  private static StoreInfo find(
      IgniteUri uri, IgniteClient client, OpenMode mode, int baseline, Runnable beforeCreation) {
    String name = Tables.catalogName(uri.prefix());
    StoreInfo fresh = new StoreInfo(uri.backups().orElse(BACKUPS_DEFAULT), baseline);
    if (!client.cacheNames().contains(name)) {
      if (mode == OpenMode.EXISTING) {
        throw missing(uri);
      }
      beforeCreation.run();
      client.getOrCreateCache(Tables.configuration(uri.group(), name, fresh.backups()));
    }
    Tables.requireSafe(uri, client, name, uri.backups().orElse(0));
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
    if (baseline > info.servers()) {
      StoreInfo grown = new StoreInfo(info.backups(), baseline);
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
