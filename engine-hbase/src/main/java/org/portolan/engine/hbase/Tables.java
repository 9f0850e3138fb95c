package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;

/**
 * The tables that Portolan made in a namespace. Their descriptions are read when the store is
 * opened, and again when an unknown table is requested: another process may have made it.
 * Thread-safe.
 */
final class Tables {
  /** As many procedures as a master runs at a time, unless it has many processors. */
  private static final int CREATED_AT_ONCE_MAX = 16;

  private final Cluster cluster;
  private final String namespace;
  private volatile Map<String, TableHandle> known = Map.of();

  Tables(Cluster cluster, String namespace) {
    this.cluster = cluster;
    this.namespace = namespace;
    read(true);
  }

  /**
   * @param removals whether to check that all tables keep removals long enough
   */
  private synchronized void read(boolean removals) {
    List<TableDescriptor> descriptors =
        cluster.admin(
            "list the tables of namespace '" + namespace + "'",
            admin -> admin.listTableDescriptorsByNamespace(namespace));
    Map<String, TableHandle> found = new HashMap<>();
    for (TableDescriptor descriptor : descriptors) {
      if (TableDescriptors.hasSchema(descriptor)) {
        if (removals) {
          TableDescriptors.requireRemovals(descriptor);
        }
        StoredTable stored = TableDescriptors.stored(descriptor);
        String name = stored.schema().name();
        TableHandle before = known.get(name);
        boolean same = before != null && before.stored().equals(stored);
        found.put(name, same ? before : new TableHandle(namespace, stored));
      }
    }
    known = Map.copyOf(found);
  }

  List<TableSchema> schemas() {
    read(true);
    return known.values().stream().map(TableHandle::schema).toList();
  }

  TableHandle get(String name) {
    TableHandle table = known.get(name);
    if (table == null) {
      read(true);
      table = known.get(name);
    }
    if (table == null) {
      throw new IllegalArgumentException(
          "there is no table '" + name + "', only " + known.keySet().stream().sorted().toList());
    }
    return table;
  }

  /**
   * Creates tables, some at a time. Each is created with all its regions by one procedure of HBase,
   * which survives the master.
   */
  synchronized void create(List<TableSchema> schemas) {
    List<Creation> creations = schemas.stream().map(Creation::new).toList();
    for (int from = 0; from < creations.size(); from += CREATED_AT_ONCE_MAX) {
      createAtOnce(creations.subList(from, Math.min(creations.size(), from + CREATED_AT_ONCE_MAX)));
    }
  }

  /**
   * Waits for all creations also if one fails: no table may appear after the caller has cleaned.
   */
  private void createAtOnce(List<Creation> creations) {
    creations.forEach(Creation::begin);
    long end = Failures.end(cluster.tablesTimeout().multipliedBy(creations.size()));
    RuntimeException failure = null;
    for (Creation creation : creations) {
      try {
        creation.end(end);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The creation of one table, or its comparison with the table that exists. */
  private final class Creation {
    private final TableSchema schema;
    private final TableHandle table;
    private final TableDescriptor descriptor;
    private final byte[][] splitKeys;
    private CompletableFuture<Void> answer;

    Creation(TableSchema schema) {
      this.schema = schema;
      table = new TableHandle(namespace, withoutOptions(schema));
      descriptor = TableDescriptors.of(new TableHandle(namespace, schema));
      splitKeys = TableDescriptors.splitKeys(table);
    }

    void begin() {
      if (!known.containsKey(schema.name())) {
        AsyncAdmin admin = cluster.admin();
        answer =
            splitKeys == null
                ? admin.createTable(descriptor)
                : admin.createTable(descriptor, splitKeys);
      }
    }

    /**
     * Waits for the creation.
     *
     * @param end by {@link System#nanoTime}
     */
    void end(long end) {
      String act = "create table '" + schema.name() + "' in namespace '" + namespace + "'";
      if (answer != null && isCreated(act, end)) {
        add(table);
        return;
      }
      TableDescriptor standing =
          cluster.admin(act, admin -> admin.getDescriptor(table.nativeName()));
      TableDescriptors.requireSame(standing, schema);
      StoredTable stored = TableDescriptors.stored(standing);
      TableHandle before = known.get(schema.name());
      // It may have been altered since its creation, also since this client has read it.
      if (before == null || !before.stored().equals(stored)) {
        add(new TableHandle(namespace, stored));
      }
    }

    /** Returns false if another process has created the table before. */
    private boolean isCreated(String act, long end) {
      try {
        Failures.awaitUntil(answer, end);
        return true;
      } catch (IOException failure) {
        if (Failures.root(failure) instanceof TableExistsException) {
          return false;
        }
        throw Failures.of(act, failure);
      }
    }
  }

  /** Returns the schema without options: a schema that is read back from its table has none. */
  private static TableSchema withoutOptions(TableSchema schema) {
    return new TableSchema(
        schema.name(),
        schema.key(),
        schema.partitionColumns(),
        schema.families(),
        schema.splitPoints());
  }

  private void add(TableHandle table) {
    Map<String, TableHandle> more = new HashMap<>(known);
    more.put(table.name(), table);
    known = Map.copyOf(more);
  }

  /**
   * Alters a table in two steps: HBase adds the families, then the schema replaces the one before
   * and removed families go. So a client that sees the new schema finds its families in every
   * region. Each step is one procedure of HBase, which survives the master. It reopens the regions
   * one after the other if families come or go; appended columns alone change nothing in a region.
   */
  synchronized void alter(TableSchema before, TableSchema after) {
    TableOptions options = new TableOptions(after);
    String act = "alter table '" + before.name() + "' of namespace '" + namespace + "'";
    TableDescriptor standing = descriptor(act, get(before.name()).nativeName());
    TableHandle altered =
        new TableHandle(namespace, TableDescriptors.stored(standing).altered(before, after));
    TableDescriptor added = TableDescriptors.withAdded(standing, altered, options);
    modify(act, standing, added);
    modify(act, added, TableDescriptors.withSchema(added, altered));
    add(altered);
  }

  private TableDescriptor descriptor(String act, TableName table) {
    try {
      return cluster.adminOrFail(admin -> admin.getDescriptor(table));
    } catch (IOException failure) {
      if (Failures.root(failure) instanceof TableNotFoundException) {
        throw new IllegalArgumentException("cannot " + act + ": it does not exist", failure);
      }
      throw Failures.of(act, failure);
    }
  }

  private void modify(String act, TableDescriptor from, TableDescriptor to) {
    if (!to.equals(from)) {
      boolean reopen = from.getColumnFamilyCount() != to.getColumnFamilyCount();
      cluster.admin(act, admin -> admin.modifyTable(to, reopen));
    }
  }

  synchronized void drop(String name) {
    read(false);
    if (!known.containsKey(name)) {
      return;
    }
    TableName table = TableName.valueOf(namespace, name);
    String act = "drop table '" + name + "' of namespace '" + namespace + "'";
    try {
      disable(table);
      cluster.adminOrFail(admin -> admin.deleteTable(table));
    } catch (IOException failure) {
      if (!(Failures.root(failure) instanceof TableNotFoundException)) {
        throw Failures.of(act, failure);
      }
    }
    Map<String, TableHandle> fewer = new HashMap<>(known);
    fewer.remove(name);
    known = Map.copyOf(fewer);
  }

  /** Disables a table; an interrupted drop may already have disabled it. */
  private void disable(TableName table) throws IOException {
    try {
      cluster.adminOrFail(admin -> admin.disableTable(table));
    } catch (IOException failure) {
      Throwable cause = Failures.root(failure);
      if (!(cause instanceof TableNotEnabledException)
          && !(cause instanceof TableNotDisabledException)) {
        throw failure;
      }
    }
  }
}
