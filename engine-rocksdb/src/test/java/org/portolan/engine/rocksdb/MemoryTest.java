package org.portolan.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.types.Bytes;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;
import org.rocksdb.RocksDBException;

/** RocksDB's own figures of its memory and of its open objects. */
class MemoryTest {
  private static final long MIB = 1L << 20;
  private static final int CACHE_MIB = 32;
  private static final int TABLES = 4;
  private static final int VALUE_BYTES = 8 << 10;

  @TempDir Path directory;

  private RocksDbEngine open() {
    return (RocksDbEngine)
        Engines.open(
            "rocksdb:" + directory.resolve("store") + "?cache=" + CACHE_MIB + "m",
            OpenMode.CREATE_IF_MISSING);
  }

  private static TableSchema table(int number) {
    return TableSchema.of(
        "table_" + number,
        List.of(KeyColumn.of("id", ScalarType.INT)),
        new ColumnFamily("content", List.of(new Column("bytes", ScalarType.BYTES))));
  }

  private static Mutation row(int number, int id, byte[] value) {
    return Mutation.of(
        "table_" + number,
        Tuple.of(id),
        new Change.PutColumns("content", List.of(Bytes.copyOf(value))));
  }

  @Test
  void writesAndReads_ofManyTimesTheCache_stayWithinTheBound() throws RocksDBException {
    try (RocksDbEngine engine = open()) {
      for (int number = 0; number < TABLES; number++) {
        engine.createTable(table(number));
      }
      Random random = new Random(7);
      byte[] value = new byte[VALUE_BYTES];
      long memoryMax = 0;
      long written = 0;
      for (int id = 0; written < 300 * MIB; id += 32) {
        List<Mutation> batch = new ArrayList<>();
        for (int row = id; row < id + 32; row++) {
          random.nextBytes(value);
          batch.add(row(row % TABLES, row, value));
          written += VALUE_BYTES;
        }
        engine.mutateAll(batch, Durability.BUFFERED);
        engine.get(
            Get.of("table_0", Tuple.of(random.nextInt(id + 1) & ~3), FamilyRead.all("content")));
        memoryMax = Math.max(memoryMax, memory(engine));
      }
      engine.scan(Scan.of("table_1", KeyRange.ALL, 1_000, FamilyRead.all("content")));
      memoryMax = Math.max(memoryMax, memory(engine));
      long bound = CACHE_MIB * MIB + TABLES * 2 * NativeOptions.WRITE_BUFFER_BYTES;
      assertThat(memoryMax).isBetween(CACHE_MIB * MIB / 4, bound);
    }
  }

  /** The cache is charged with the write buffers; table readers come on top. */
  private static long memory(RocksDbEngine engine) throws RocksDBException {
    return engine.database().getLongProperty("rocksdb.block-cache-usage")
        + engine.database().getAggregatedLongProperty("rocksdb.estimate-table-readers-mem");
  }

  @Test
  void everyOperation_leavesNoSnapshotAndNoPinnedBlock() throws RocksDBException {
    try (RocksDbEngine engine = open()) {
      engine.createTable(CommittingProcess.ROWS);
      engine.createTable(CommittingProcess.LIST);
      var item = new Change.PutItem("members", Tuple.of(1L), List.of());
      var items = new FamilyRead.Items("members", KeyRange.ALL, 1, false);
      var size = new FamilyRead.Counter("size");
      Mutation mutation =
          Mutation.of("list", CommittingProcess.ALL, new Change.DeleteFamily("members"), item);
      Get get = Get.of("list", CommittingProcess.ALL, items, size);
      Scan scan = Scan.of("list", KeyRange.ALL, 1, items, size);
      long pinned = engine.database().getLongProperty("rocksdb.block-cache-pinned-usage");
      for (int round = 0; round < 200; round++) {
        engine.mutate(mutation, Durability.BUFFERED);
        engine.mutateAll(List.of(mutation, mutation), Durability.BUFFERED);
        engine.get(get);
        engine.scan(scan);
        try (var committed = engine.begin(Durability.BUFFERED);
            var abandoned = engine.begin(Durability.BUFFERED)) {
          committed.get(get);
          abandoned.scan(scan);
          abandoned.mutate(mutation);
          committed.mutate(mutation);
          committed.commit();
        }
      }
      assertThat(engine.database().getLongProperty("rocksdb.num-snapshots")).isZero();
      assertThat(engine.database().getLongProperty("rocksdb.block-cache-pinned-usage"))
          .isLessThan(pinned + 4 * MIB);
    }
  }
}
