package org.portolan.engine.rocksdb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.StoredTable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Opens a store, and removes the remains of a crash during the creation or alteration of a table.
 */
final class RocksDbOpening {
  static final String DEFAULT_FAMILY =
      new String(RocksDB.DEFAULT_COLUMN_FAMILY, StandardCharsets.UTF_8);

  private RocksDbOpening() {}

  static RocksDbEngine open(Path directory, int cacheMib, OpenMode mode) {
    RocksDB.loadLibrary();
    StoreDirectory held = StoreDirectory.hold(directory, mode);
    NativeOptions options = null;
    try {
      options = new NativeOptions(cacheMib);
      return openDatabase(directory, held, options, cacheMib);
    } catch (RocksDBException failure) {
      release(held, options);
      throw Failures.of("open the store " + directory, failure);
    } catch (RuntimeException | Error failure) {
      release(held, options);
      throw failure;
    }
  }

  private static void release(StoreDirectory held, NativeOptions options) {
    if (options != null) {
      options.close();
    }
    held.close();
  }

  private static RocksDbEngine openDatabase(
      Path directory, StoreDirectory held, NativeOptions options, int cacheMib)
      throws RocksDBException {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (byte[] name : familyNames(directory)) {
      descriptors.add(new ColumnFamilyDescriptor(name, options.family));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    OptimisticTransactionDB database =
        OptimisticTransactionDB.open(options.database, directory.toString(), descriptors, handles);
    try {
      SchemaCatalog catalog = new SchemaCatalog(database, options.synced);
      List<StoredTable> tables = catalog.read();
      Map<String, ColumnFamilyHandle> byName = dropOrphans(database, tables, handles);
      return new RocksDbEngine(
          uri(directory, cacheMib), held, options, database, catalog, tables, byName);
    } catch (RocksDBException | RuntimeException failure) {
      handles.forEach(ColumnFamilyHandle::close);
      database.close();
      throw failure;
    }
  }

  static List<byte[]> familyNames(Path directory) throws RocksDBException {
    if (!directory.resolve("CURRENT").toFile().exists()) {
      return List.of(RocksDB.DEFAULT_COLUMN_FAMILY);
    }
    try (Options listing = new Options()) {
      List<byte[]> names = RocksDB.listColumnFamilies(listing, directory.toString());
      if (names.isEmpty()) {
        throw new EngineException(
            "cannot open the store "
                + directory
                + ": it is damaged: its file CURRENT names no manifest; restore the store"
                + " from a copy");
      }
      return names;
    }
  }

  private static Map<String, ColumnFamilyHandle> dropOrphans(
      RocksDB database, List<StoredTable> tables, List<ColumnFamilyHandle> handles)
      throws RocksDBException {
    Set<String> known = new HashSet<>();
    known.add(DEFAULT_FAMILY);
    tables.forEach(table -> known.addAll(TableHandle.nativeNames(table)));
    Map<String, ColumnFamilyHandle> byName = new HashMap<>();
    for (ColumnFamilyHandle handle : handles) {
      String name = new String(handle.getName(), StandardCharsets.UTF_8);
      if (known.contains(name)) {
        byName.put(name, handle);
      } else {
        database.dropColumnFamily(handle);
        handle.close();
      }
    }
    return byName;
  }

  private static String uri(Path directory, int cacheMib) {
    String uri = RocksDbEngineProvider.SCHEME + ":" + directory;
    return cacheMib == RocksDbEngineProvider.CACHE_MIB_DEFAULT
        ? uri
        : uri + "?cache=" + cacheMib + "m";
  }
}
