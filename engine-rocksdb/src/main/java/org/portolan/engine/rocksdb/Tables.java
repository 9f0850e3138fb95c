package org.portolan.engine.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.portolan.engine.SchemaText;
import org.portolan.engine.StoredTable;
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
      List<StoredTable> stored,
      Map<String, ColumnFamilyHandle> handles) {
    this.database = database;
    this.familyOptions = familyOptions;
    this.catalog = catalog;
    this.handles = new HashMap<>(handles);
    Map<String, TableHandle> open = new HashMap<>();
    stored.forEach(table -> open.put(table.schema().name(), new TableHandle(table, this.handles)));
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

  /** Writes the schemas last: a crash before that leaves column families of no table. */
  synchronized void create(List<TableSchema> schemas) throws RocksDBException {
    List<StoredTable> missing = new ArrayList<>();
    for (TableSchema schema : schemas) {
      TableHandle standing = tables.get(schema.name());
      if (standing == null) {
        missing.add(StoredTable.created(schema));
      } else {
        SchemaText.requireSame(standing.schema(), schema);
      }
    }
    put(missing);
  }

  private void put(List<StoredTable> stored) throws RocksDBException {
    createFamilies(stored.stream().flatMap(table -> TableHandle.nativeNames(table).stream()));
    Map<String, TableHandle> more = new HashMap<>(tables);
    for (StoredTable each : stored) {
      TableHandle table = new TableHandle(each, handles);
      catalog.put(each);
      more.put(table.name(), table);
      tables = Map.copyOf(more);
    }
  }

  /**
   * Creates added families, writes the schema, then removes the families that it lacks: a crash in
   * between leaves column families of no table.
   */
  synchronized void alter(TableSchema before, TableSchema after) throws RocksDBException {
    StoredTable standing = get(before.name()).stored();
    StoredTable altered = standing.altered(before, after);
    if (!altered.equals(standing)) {
      put(List.of(altered));
    }
    for (String name : TableHandle.removedNames(altered)) {
      // An earlier call may have removed it.
      if (handles.containsKey(name)) {
        drop(name, handles.get(name));
      }
    }
  }

  private void drop(String name, ColumnFamilyHandle handle) throws RocksDBException {
    database.dropColumnFamily(handle);
    handles.remove(name);
    dropped.add(handle);
  }

  /**
   * Creates those column families that do not exist: an earlier attempt that failed may have
   * created some. All in one call, since at the end of each call RocksDB writes the options of
   * every column family to a file and reads them again.
   */
  private void createFamilies(Stream<String> names) throws RocksDBException {
    List<String> missing = names.filter(name -> !handles.containsKey(name)).distinct().toList();
    if (missing.isEmpty()) {
      return;
    }
    List<ColumnFamilyHandle> created =
        database.createColumnFamilies(
            familyOptions,
            missing.stream().map(name -> name.getBytes(StandardCharsets.UTF_8)).toList());
    for (int family = 0; family < created.size(); family++) {
      handles.put(missing.get(family), created.get(family));
    }
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
    for (String family : TableHandle.nativeNames(table.stored())) {
      drop(family, handles.get(family));
    }
  }

  /** Frees the native handles. */
  synchronized void close() {
    handles.values().forEach(ColumnFamilyHandle::close);
    dropped.forEach(ColumnFamilyHandle::close);
    tables = Map.of();
  }
}
