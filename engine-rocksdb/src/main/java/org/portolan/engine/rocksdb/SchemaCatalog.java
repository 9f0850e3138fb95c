package org.portolan.engine.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.SchemaText;
import org.portolan.engine.StoredTable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * The schemas of a store's tables: in RocksDB's default column family, which holds nothing else,
 * under {@code table/NAME} in the form of {@link SchemaText}. A table exists exactly if it is
 * listed here; column families of no table are the remains of a crash.
 */
final class SchemaCatalog {
  private static final String PREFIX = "table/";

  private final RocksDB database;
  private final WriteOptions synced;

  SchemaCatalog(RocksDB database, WriteOptions synced) {
    this.database = database;
    this.synced = synced;
  }

  List<StoredTable> read() throws RocksDBException {
    List<StoredTable> tables = new ArrayList<>();
    try (RocksIterator iterator = database.newIterator()) {
      for (iterator.seek(bytes(PREFIX)); iterator.isValid(); iterator.next()) {
        tables.add(SchemaText.parseStored(new String(iterator.value(), StandardCharsets.UTF_8)));
      }
      iterator.status();
    }
    return tables;
  }

  void put(StoredTable table) throws RocksDBException {
    database.put(synced, key(table.schema().name()), bytes(SchemaText.write(table)));
  }

  void delete(String table) throws RocksDBException {
    database.delete(synced, key(table));
  }

  private static byte[] key(String table) {
    return bytes(PREFIX + table);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
