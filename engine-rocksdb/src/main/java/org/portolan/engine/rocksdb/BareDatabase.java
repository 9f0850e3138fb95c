package org.portolan.engine.rocksdb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.engine.Durability;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.OptimisticTransactionOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * The directory of a store, opened by RocksDB's own API with the engine's options: the baseline for
 * measurements of the engine. Never use it on a directory that an engine has open. After writing to
 * a directory with it, never open that directory with an engine again. As thread-safe as RocksDB.
 */
public final class BareDatabase implements AutoCloseable {
  private final NativeOptions options;
  private final OptimisticTransactionDB database;
  private final Map<String, ColumnFamilyHandle> families;

  private BareDatabase(
      NativeOptions options,
      OptimisticTransactionDB database,
      Map<String, ColumnFamilyHandle> families) {
    this.options = options;
    this.database = database;
    this.families = families;
  }

  /** Opens the directory of a store, with the cache of a store without options. */
  public static BareDatabase open(Path directory) {
    RocksDB.loadLibrary();
    NativeOptions options = new NativeOptions(RocksDbEngineProvider.CACHE_MIB_DEFAULT);
    try {
      List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
      for (byte[] name : RocksDbOpening.familyNames(directory)) {
        descriptors.add(new ColumnFamilyDescriptor(name, options.family));
      }
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      OptimisticTransactionDB database =
          OptimisticTransactionDB.open(
              options.database, directory.toString(), descriptors, handles);
      Map<String, ColumnFamilyHandle> families = new HashMap<>();
      for (ColumnFamilyHandle handle : handles) {
        families.put(new String(handle.getName(), StandardCharsets.UTF_8), handle);
      }
      return new BareDatabase(options, database, families);
    } catch (RocksDBException failure) {
      options.close();
      throw Failures.of("open " + directory + " by RocksDB's own API", failure);
    }
  }

  public OptimisticTransactionDB database() {
    return database;
  }

  /**
   * Returns RocksDB's column family of a table's family.
   *
   * @throws IllegalArgumentException if there is no such family
   */
  public ColumnFamilyHandle family(String table, String family) {
    ColumnFamilyHandle handle = families.get(table + "." + family);
    if (handle == null) {
      throw new IllegalArgumentException(
          "no column family of table '" + table + "' and family '" + family + "'");
    }
    return handle;
  }

  /** Returns RocksDB's column families, by table and family, separated by a dot. */
  public Map<String, ColumnFamilyHandle> families() {
    return Collections.unmodifiableMap(families);
  }

  /** Returns the engine's write options; do not close them. */
  public WriteOptions writeOptions(Durability durability) {
    return durability == Durability.SYNCED ? options.synced : options.buffered;
  }

  /** Returns the options of a transaction with a snapshot from its beginning; do not close them. */
  public OptimisticTransactionOptions withSnapshot() {
    return options.withSnapshot;
  }

  @Override
  public void close() {
    families.values().forEach(ColumnFamilyHandle::close);
    database.close();
    options.close();
  }
}
