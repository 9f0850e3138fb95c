package org.portolan.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class CrashTest {
  private static final int ROUNDS = 6;
  private static final int LINES_MAX = 400;

  @TempDir Path directory;

  @Test
  void killedProcess_reopened_hasEveryAcknowledgedTransactionWhole() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String uri = "rocksdb:" + directory.resolve("store");
    Set<Long> acknowledged = new HashSet<>();
    Set<String> created = new HashSet<>();
    Set<String> dropped = new HashSet<>();
    long firstId = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (String line : runAndKill(uri, firstId, 5 + random.nextInt(LINES_MAX))) {
        String word = line.substring(line.indexOf(' ') + 1);
        if (line.startsWith("ack ")) {
          acknowledged.add(Long.parseLong(word));
        } else if (line.startsWith("created ")) {
          created.add(word);
        } else if (line.startsWith("dropped ")) {
          dropped.add(word);
        }
      }
      try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
        String place = "seed " + seed + ", round " + round;
        Set<Long> present = present(engine, place);
        assertThat(present).as(place).containsAll(acknowledged);
        checkTables(engine, created, dropped, place);
        firstId = present.stream().mapToLong(id -> id + 1).max().orElse(firstId) + 1_000;
      }
    }
    assertThat(acknowledged).isNotEmpty();
    assertThat(created).isNotEmpty();
  }

  /** Returns the printed lines. All are acknowledged, even those read after the process's end. */
  private static List<String> runAndKill(String uri, long firstId, int lines) {
    List<String> read = new ArrayList<>();
    try (var child = new ChildProcess(CommittingProcess.class, uri, Long.toString(firstId))) {
      while (read.size() < lines) {
        read.add(child.line());
        assertThat(read).doesNotContainNull();
      }
      child.kill();
      String last = "";
      for (String line = child.line(); line != null; line = child.line()) {
        if (!last.isEmpty()) {
          read.add(last);
        }
        last = line;
      }
      // The last line may be cut off.
    }
    return read;
  }

  private static Set<Long> present(Engine engine, String place) {
    Set<Long> rows = new HashSet<>();
    Scan scan = Scan.of("rows", KeyRange.ALL, Integer.MAX_VALUE, FamilyRead.all("content"));
    for (Row row : engine.scan(scan).rows()) {
      long id = (Long) row.key().get(0);
      assertThat(row.family("content")).as(place).contains(List.of(id));
      rows.add(id);
    }
    Row list =
        engine.get(
            Get.of(
                "list",
                CommittingProcess.ALL,
                new FamilyRead.Items("members", KeyRange.ALL, Integer.MAX_VALUE, false),
                new FamilyRead.Counter("size")));
    Set<Long> members = new HashSet<>();
    list.itemsOf("members").forEach(item -> members.add((Long) item.key().get(0)));
    assertThat(members).as("%s: no half of a transaction", place).isEqualTo(rows);
    assertThat(list.counter("size")).as(place).isEqualTo(rows.size());
    return rows;
  }

  private static void checkTables(
      Engine engine, Set<String> created, Set<String> dropped, String place) {
    List<String> tables = engine.tables().stream().map(TableSchema::name).toList();
    Set<String> expected = new HashSet<>(created);
    expected.removeIf(name -> Long.parseLong(name.substring(name.indexOf('_') + 1)) % 2 == 0);
    assertThat(tables).as(place).containsAll(expected).noneMatch(dropped::contains);
    for (String name : tables) {
      if (name.startsWith("table_")) {
        assertWritable(engine, name);
        engine.dropTable(name);
        created.remove(name);
      }
    }
  }

  private static void assertWritable(Engine engine, String name) {
    for (String family : List.of("one", "two", "three")) {
      engine.mutate(
          Mutation.of(name, Tuple.of(1L), new Change.PutColumns(family, List.of(family))),
          Durability.BUFFERED);
      assertThat(engine.get(Get.of(name, Tuple.of(1L), FamilyRead.all(family))).family(family))
          .contains(List.of(family));
    }
  }

  @Test
  void crashWithinCreateTable_reopened_leavesNoTable() throws RocksDBException {
    Path store = directory.resolve("half");
    String uri = "rocksdb:" + store;
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(CommittingProcess.ROWS);
    }
    leaveHalfATable(store);
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      assertThat(engine.tables()).containsExactly(CommittingProcess.ROWS);
      engine.createTable(CommittingProcess.table("half"));
      assertThat(engine.get(Get.of("half", Tuple.of(1L), FamilyRead.all("one"))).isEmpty())
          .isTrue();
      assertWritable(engine, "half");
    }
  }

  /** Leaves what a crash leaves: some column families of a table, and no schema. */
  private static void leaveHalfATable(Path store) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options = new DBOptions();
        ColumnFamilyOptions family = new ColumnFamilyOptions()) {
      List<ColumnFamilyDescriptor> descriptors =
          List.of(
              new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, family),
              new ColumnFamilyDescriptor(bytes("rows.content"), family));
      try (var database =
              OptimisticTransactionDB.open(options, store.toString(), descriptors, handles);
          var orphan =
              database.createColumnFamily(new ColumnFamilyDescriptor(bytes("half.one"), family))) {
        byte[] key = new KeyCodec(CommittingProcess.ROWS.key()).encode(Tuple.of(1L));
        database.put(orphan, key, new byte[] {0});
        handles.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
