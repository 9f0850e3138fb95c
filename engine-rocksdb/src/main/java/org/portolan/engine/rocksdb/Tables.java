package org.portolan.engine.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.engine.SchemaText;
import org.portolan.engine.TableSchema;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The tables of an open store. Readers use an immutable map without a lock. Native handles are
 * closed only with the store, since a call may still use a handle of a table that was just dropped.
 */
final class Tables {
  private final RocksDB database;
  private final ColumnFamilyOptions familyOptions;
  private final SchemaCatalog catalog;
  private final Map<String, ColumnFamilyHandle> handles;
  private final List<ColumnFamilyHandle> dropped = new ArrayList<>();
  private volatile Map<String, TableHandle> tables;

  /**
   * @param handles the handles of all column families by name, owned from now on
   */
  Tables(
      RocksDB database,
      ColumnFamilyOptions familyOptions,
      SchemaCatalog catalog,
      List<TableSchema> schemas,
      Map<String, ColumnFamilyHandle> handles) {
    this.database = database;
    this.familyOptions = familyOptions;
    this.catalog = catalog;
    this.handles = new HashMap<>(handles);
    Map<String, TableHandle> open = new HashMap<>();
    schemas.forEach(schema -> open.put(schema.name(), new TableHandle(schema, this.handles)));
    tables = Map.copyOf(open);
  }

  List<TableSchema> schemas() {
    return tables.values().stream().map(TableHandle::schema).toList();
  }

  TableHandle get(String name) {
    TableHandle table = tables.get(name);
    if (table == null) {
      throw new IllegalArgumentException(
          "there is no table '" + name + "', only " + tables.keySet().stream().sorted().toList());
    }
    return table;
  }

  /** Returns the native handles of all column families that a table uses. */
  List<ColumnFamilyHandle> families() {
    return tables.values().stream()
        .flatMap(table -> table.families().stream())
        .map(FamilyHandle::handle)
        .toList();
  }

  /** Writes the schema last: a crash before that leaves column families of no table. */
  synchronized void create(TableSchema schema) throws RocksDBException {
    TableHandle standing = tables.get(schema.name());
    if (standing != null) {
      SchemaText.requireSame(standing.schema(), schema);
      return;
    }
    for (String name : TableHandle.nativeNames(schema)) {
      // An earlier attempt that failed may have created it.
      if (!handles.containsKey(name)) {
        handles.put(name, createFamily(name));
      }
    }
    TableHandle table = new TableHandle(schema, handles);
    catalog.put(schema);
    Map<String, TableHandle> more = new HashMap<>(tables);
    more.put(schema.name(), table);
    tables = Map.copyOf(more);
  }

  private ColumnFamilyHandle createFamily(String name) throws RocksDBException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return database.createColumnFamilies(familyOptions, List.of(bytes)).get(0);
  }

  /** Removes the schema first: a crash after that leaves column families of no table. */
  synchronized void drop(String name) throws RocksDBException {
    TableHandle table = tables.get(name);
    if (table == null) {
      return;
    }
    catalog.delete(name);
    Map<String, TableHandle> fewer = new HashMap<>(tables);
    fewer.remove(name);
    tables = Map.copyOf(fewer);
    for (FamilyHandle family : table.families()) {
      database.dropColumnFamily(family.handle());
      handles.remove(TableHandle.nativeName(name, family.family()));
      dropped.add(family.handle());
    }
  }

  /** Frees the native handles. */
  synchronized void close() {
    handles.values().forEach(ColumnFamilyHandle::close);
    dropped.forEach(ColumnFamilyHandle::close);
    tables = Map.of();
  }
}
