package org.portolan.engine.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.HyperClockCache;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.OptimisticTransactionOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksObject;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * RocksDB's options, created once for a store and shared by all its column families.
 *
 * <p>The reasons for their values: one cache holds data, indexes and filters and is charged with
 * the write buffers, so that one number bounds the memory. Write buffers are small because each
 * column family has its own, and because flushed ones are kept for a while to validate
 * transactions. Indexes and filters are not partitioned, and blocks have 4 KiB: together this gives
 * a fifth more reads by key per second. All column families get the merge operator of counters, so
 * that a store can be opened before its tables are known.
 */
final class NativeOptions implements AutoCloseable {
  static final long WRITE_BUFFER_BYTES = 8L << 20;
  private static final long WRITE_HISTORY_BYTES = 2L << 20;
  private static final long ARENA_BLOCK_BYTES = 256L << 10;
  private static final long BLOCK_BYTES = 4L << 10;
  private static final long WAL_BYTES_MAX = 256L << 20;
  private static final long INFO_LOG_BYTES_MAX = 4L << 20;
  private static final int OPEN_FILES_MAX = 512;
  private static final double BLOOM_BITS_PER_KEY = 10;
  private static final double DATA_BLOCK_HASH_RATIO = 0.75;

  private static final CompressionType COMPRESSION = CompressionType.LZ4_COMPRESSION;
  private static final CompressionType COMPRESSION_BOTTOMMOST = CompressionType.ZSTD_COMPRESSION;

  private final Deque<RocksObject> owned = new ArrayDeque<>();

  final Cache cache;
  final DBOptions database;
  final ColumnFamilyOptions family;
  final ReadOptions read;
  final WriteOptions synced;
  final WriteOptions buffered;
  final OptimisticTransactionOptions withSnapshot;
  final OptimisticTransactionOptions withoutSnapshot;

  NativeOptions(int cacheMib) {
    long cacheBytes = (long) cacheMib << 20;
    cache = own(new HyperClockCache(cacheBytes, 0, -1, false));
    database = own(databaseOptions(cacheBytes));
    family = own(familyOptions());
    read = own(new ReadOptions());
    synced = own(new WriteOptions().setSync(true));
    buffered = own(new WriteOptions());
    withSnapshot = own(new OptimisticTransactionOptions().setSetSnapshot(true));
    withoutSnapshot = own(new OptimisticTransactionOptions());
  }

  private DBOptions databaseOptions(long cacheBytes) {
    return new DBOptions()
        .setCreateIfMissing(true)
        .setMaxBackgroundJobs(2)
        .setMaxOpenFiles(OPEN_FILES_MAX)
        .setMaxTotalWalSize(WAL_BYTES_MAX)
        .setWriteBufferManager(own(new WriteBufferManager(cacheBytes * 3 / 8, cache)))
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(INFO_LOG_BYTES_MAX)
        .setKeepLogFileNum(2)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setBytesPerSync(1 << 20);
  }

  private ColumnFamilyOptions familyOptions() {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setBlockSize(BLOCK_BYTES)
            .setFilterPolicy(own(new BloomFilter(BLOOM_BITS_PER_KEY)))
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            .setOptimizeFiltersForMemory(true)
            .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
            .setDataBlockHashTableUtilRatio(DATA_BLOCK_HASH_RATIO);
    // This is the only option without a method in Java.
    Properties history = new Properties();
    history.setProperty("max_write_buffer_size_to_maintain", Long.toString(WRITE_HISTORY_BYTES));
    ColumnFamilyOptions options =
        Objects.requireNonNull(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(history));
    options.setTableFormatConfig(table);
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(3);
    options.setArenaBlockSize(ARENA_BLOCK_BYTES);
    options.setLevelCompactionDynamicLevelBytes(true);
    options.setCompressionType(COMPRESSION);
    options.setBottommostCompressionType(COMPRESSION_BOTTOMMOST);
    options.setMergeOperator(own(new UInt64AddOperator()));
    return options;
  }

  /** Returns the settings of all column families that people look for, by RocksDB's own names. */
  static List<String> familySettings() {
    return List.of(
        "block_size                  " + BLOCK_BYTES,
        "bloom_bits_per_key          " + BLOOM_BITS_PER_KEY,
        "write_buffer_size           " + WRITE_BUFFER_BYTES,
        "compression                 " + COMPRESSION,
        "bottommost_compression      " + COMPRESSION_BOTTOMMOST,
        "merge_operator              uint64add");
  }

  private <T extends RocksObject> T own(T object) {
    owned.push(object);
    return object;
  }

  /** Closes the options, the last created first. */
  @Override
  public void close() {
    owned.forEach(RocksObject::close);
  }
}
