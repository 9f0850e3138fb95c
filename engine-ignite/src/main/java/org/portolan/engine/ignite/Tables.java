package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.cache.Cache;
import org.apache.ignite.cache.CacheAtomicityMode;
import org.apache.ignite.cache.CacheMode;
import org.apache.ignite.cache.CacheWriteSynchronizationMode;
import org.apache.ignite.cache.PartitionLossPolicy;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientCacheConfiguration;
import org.apache.ignite.client.IgniteClient;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.SchemaText;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;

/**
 * The tables of a store. A separate cache has their schemas as text, by name; another process may
 * create or drop a table at any time. Readers use an immutable map without a lock.
 */
final class Tables {
  private final IgniteClient client;
  private final IgniteUri uri;
  private final String prefix;
  private final String group;
  private final int backups;
  private volatile Map<String, TableHandle> tables = Map.of();

  Tables(IgniteClient client, IgniteUri uri, int backups) {
    this.client = client;
    this.uri = uri;
    prefix = uri.prefix();
    group = uri.group();
    this.backups = backups;
    refresh();
  }

  /** Returns the name of the cache that holds a store's schemas. */
  static String catalogName(String prefix) {
    return prefix + ".portolan_schema";
  }

  /**
   * Returns the configuration of a cache. It is transactional, with its rows on {@code backups}
   * more servers. A write reaches all of them before it is acknowledged; reads use the first server
   * only, so that no reader sees a write come and go. Partitions that have lost all their servers
   * are refused, not shown as empty. The caches of a store share the files of one group.
   */
  static ClientCacheConfiguration configuration(String group, String name, int backups) {
    return new ClientCacheConfiguration()
        .setName(name)
        .setGroupName(group)
        .setCacheMode(CacheMode.PARTITIONED)
        .setAtomicityMode(CacheAtomicityMode.TRANSACTIONAL)
        .setBackups(backups)
        .setWriteSynchronizationMode(CacheWriteSynchronizationMode.FULL_SYNC)
        .setReadFromBackup(false)
        .setPartitionLossPolicy(PartitionLossPolicy.READ_WRITE_SAFE);
  }

  /**
   * Checks that a cache has the settings of {@link #configuration}: another program may have
   * created it.
   *
   * @param backups the least number of copies besides the first
   * @throws SchemaMismatchException if it has not; the message lists the differences
   */
  static void requireSafe(IgniteUri uri, IgniteClient client, String name, int backups) {
    ClientCacheConfiguration standing = client.cache(name).getConfiguration();
    List<String> faults = new ArrayList<>();
    if (standing.getPartitionLossPolicy() != PartitionLossPolicy.READ_WRITE_SAFE
        && standing.getPartitionLossPolicy() != PartitionLossPolicy.READ_ONLY_SAFE) {
      faults.add(
          "its partition loss policy is "
              + standing.getPartitionLossPolicy()
              + ", so that rows whose servers are all dead would seem to be missing");
    }
    if (standing.getAtomicityMode() != CacheAtomicityMode.TRANSACTIONAL) {
      faults.add("it is " + standing.getAtomicityMode() + ", not TRANSACTIONAL");
    }
    if (standing.getCacheMode() != CacheMode.PARTITIONED || standing.getBackups() < backups) {
      faults.add(
          "it is "
              + standing.getCacheMode()
              + " with "
              + standing.getBackups()
              + " backups, not PARTITIONED with "
              + backups);
    }
    if (standing.getWriteSynchronizationMode() != CacheWriteSynchronizationMode.FULL_SYNC) {
      faults.add(
          "its writes are "
              + standing.getWriteSynchronizationMode()
              + ", which acknowledge before all copies have them, not FULL_SYNC");
    }
    if (standing.isReadFromBackup()) {
      faults.add("it is read from backups, which may be stale");
    }
    if (!faults.isEmpty()) {
      throw new SchemaMismatchException(
          "cannot use the cache '"
              + name
              + "' of "
              + uri.text()
              + ": "
              + String.join("; ", faults)
              + "; Portolan does not create such caches: destroy it, or use another prefix");
    }
  }

  private ClientCache<String, String> catalog() {
    return client.cache(catalogName(prefix));
  }

  private synchronized void refresh() {
    Map<String, TableHandle> found = new HashMap<>();
    List<Cache.Entry<String, String>> entries;
    try (var cursor = catalog().query(new ScanQuery<String, String>())) {
      entries = new ArrayList<>(cursor.getAll());
    }
    for (Cache.Entry<String, String> entry : entries) {
      if (entry.getKey().equals(StoreInfo.KEY)) {
        continue;
      }
      StoredTable stored = SchemaText.parseStored(entry.getValue());
      TableHandle standing = tables.get(stored.schema().name());
      found.put(
          stored.schema().name(),
          standing != null && standing.stored().equals(stored) ? standing : safe(stored));
    }
    tables = Map.copyOf(found);
  }

  private TableHandle handle(StoredTable stored) {
    return new TableHandle(client.binary(), prefix, stored);
  }

  /** Returns an existing table after a check of its caches. */
  private TableHandle safe(StoredTable stored) {
    TableHandle table = handle(stored);
    Collection<String> there = client.cacheNames();
    for (FamilyHandle family : table.families()) {
      // A missing cache is reported when it is used.
      if (there.contains(family.cache())) {
        requireSafe(uri, client, family.cache(), backups);
      }
    }
    return table;
  }

  List<TableSchema> schemas() {
    refresh();
    return tables.values().stream().map(TableHandle::schema).toList();
  }

  /** Returns the names of the caches of all tables. */
  List<String> cacheNames() {
    return tables.values().stream()
        .flatMap(table -> table.families().stream())
        .map(FamilyHandle::cache)
        .toList();
  }

  TableHandle get(String name) {
    TableHandle table = tables.get(name);
    if (table == null) {
      refresh();
      table = tables.get(name);
    }
    if (table == null) {
      throw missing(name);
    }
    return table;
  }

  private IllegalArgumentException missing(String name) {
    return new IllegalArgumentException(
        "there is no table '" + name + "', only " + tables.keySet().stream().sorted().toList());
  }

  /** Creates the caches, then writes the schema: a crash in between leaves caches of no table. */
  synchronized void create(TableSchema schema) {
    new IgniteEngineProvider().checkOptions(schema);
    TableHandle wanted = handle(StoredTable.created(schema));
    String standing = catalog().get(schema.name());
    if (standing == null) {
      createCaches(wanted);
      String text = SchemaText.write(schema);
      // Another process may have created the table first.
      standing = catalog().putIfAbsent(schema.name(), text) ? text : catalog().get(schema.name());
    }
    if (standing != null) {
      SchemaText.requireSame(SchemaText.parse(standing), schema);
    }
    refresh();
  }

  private void createCaches(TableHandle table) {
    for (FamilyHandle family : table.families()) {
      client.getOrCreateCache(configuration(group, family.cache(), backups));
    }
  }

  /**
   * Creates the caches of added families, replaces the schema, then removes the caches of removed
   * families: a crash in between leaves caches of no family, which a later call removes. No family
   * gets the name of such a cache again.
   */
  synchronized void alter(TableSchema before, TableSchema after) {
    String name = before.name();
    StoredTable altered = null;
    while (altered == null) {
      String text = catalog().get(name);
      if (text == null || name.equals(StoreInfo.KEY)) {
        refresh();
        throw missing(name);
      }
      StoredTable standing = SchemaText.parseStored(text);
      StoredTable wanted = standing.altered(before, after);
      createCaches(handle(wanted));
      // If another process has altered or dropped the table meanwhile, look again.
      if (wanted.equals(standing) || catalog().replace(name, text, SchemaText.write(wanted))) {
        altered = wanted;
      }
    }
    refresh();
    Collection<String> there = client.cacheNames();
    for (String cache : TableHandle.removedCaches(prefix, altered)) {
      if (there.contains(cache)) {
        client.destroyCache(cache);
      }
    }
  }

  /** Removes the schema, then the caches: a crash in between leaves caches of no table. */
  synchronized void drop(String name) {
    String standing = catalog().get(name);
    if (standing == null) {
      return;
    }
    TableHandle table = handle(SchemaText.parseStored(standing));
    catalog().remove(name);
    Map<String, TableHandle> fewer = new HashMap<>(tables);
    fewer.remove(name);
    tables = Map.copyOf(fewer);
    for (FamilyHandle family : table.families()) {
      client.destroyCache(family.cache());
    }
  }
}
