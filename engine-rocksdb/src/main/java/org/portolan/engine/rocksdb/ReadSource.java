package org.portolan.engine.rocksdb;

import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.Transaction;

/** The source of reads: the newest state, a snapshot, or a transaction. */
sealed interface ReadSource {
  /** The result of {@link #valueSize} if there is no value. */
  int ABSENT = -1;

  byte[] get(ColumnFamilyHandle family, byte[] key) throws RocksDBException;

  /** Returns a value or null for each key, all from one moment. */
  List<byte[]> getAll(List<ColumnFamilyHandle> families, List<byte[]> keys) throws RocksDBException;

  /** Returns the size of a value, in bytes, without copying the value into Java. */
  int valueSize(ColumnFamilyHandle family, byte[] key) throws RocksDBException;

  /**
   * Opens an iterator over the source.
   *
   * @param options new options, at most with bounds; the source adds its snapshot
   */
  RocksIterator iterate(ColumnFamilyHandle family, ReadOptions options);

  /** The committed state, the newest or that of a snapshot. */
  record Committed(RocksDB database, ReadOptions options, Snapshot snapshot) implements ReadSource {
    private static final byte[] NO_ROOM = {};

    @Override
    public byte[] get(ColumnFamilyHandle family, byte[] key) throws RocksDBException {
      return database.get(family, options, key);
    }

    @Override
    public List<byte[]> getAll(List<ColumnFamilyHandle> families, List<byte[]> keys)
        throws RocksDBException {
      return database.multiGetAsList(options, families, keys);
    }

    @Override
    public int valueSize(ColumnFamilyHandle family, byte[] key) throws RocksDBException {
      int size = database.get(family, options, key, NO_ROOM);
      return size == RocksDB.NOT_FOUND ? ABSENT : size;
    }

    @Override
    public RocksIterator iterate(ColumnFamilyHandle family, ReadOptions iteratorOptions) {
      if (snapshot != null) {
        iteratorOptions.setSnapshot(snapshot);
      }
      return database.newIterator(family, iteratorOptions);
    }
  }

  /** A transaction's snapshot with its own writes on top; commits validate the reads by key. */
  record Tracked(Transaction transaction, ReadOptions options, Snapshot snapshot)
      implements ReadSource {
    private static final byte[] NO_ROOM = {};

    @Override
    public byte[] get(ColumnFamilyHandle family, byte[] key) throws RocksDBException {
      return transaction.getForUpdate(options, family, key, true);
    }

    @Override
    public List<byte[]> getAll(List<ColumnFamilyHandle> families, List<byte[]> keys)
        throws RocksDBException {
      return transaction.multiGetForUpdateAsList(options, families, keys);
    }

    @Override
    public int valueSize(ColumnFamilyHandle family, byte[] key) throws RocksDBException {
      var answer = transaction.getForUpdate(options, family, key, NO_ROOM, true);
      return answer.status.getCode() == Status.Code.NotFound ? ABSENT : answer.requiredSize;
    }

    @Override
    public RocksIterator iterate(ColumnFamilyHandle family, ReadOptions iteratorOptions) {
      return transaction.getIterator(iteratorOptions.setSnapshot(snapshot), family);
    }
  }
}
