package org.portolan.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Scans of many ranges share their iterators: each must answer as if it were alone. */
class ManyRangesTest {
  private static final String TABLE = "rows";
  private static final int GROUPS = 12;
  private static final int NUMBERS = 40;

  @TempDir Path directory;
  private Engine engine;

  @BeforeEach
  void open() {
    engine = Engines.open("rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING);
    engine.createTable(
        TableSchema.of(
            TABLE,
            List.of(KeyColumn.of("group", ScalarType.TEXT), KeyColumn.of("number", ScalarType.INT)),
            new ColumnFamily("main", List.of(new Column("text", ScalarType.TEXT))),
            new ColumnFamily("more", List.of(new Column("text", ScalarType.TEXT))),
            new ItemFamily(
                "items",
                List.of(KeyColumn.of("item", ScalarType.INT)),
                List.of(new Column("text", ScalarType.TEXT))),
            new CounterFamily("count")));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static Tuple key(int group, int number) {
    return Tuple.of("g" + group, number);
  }

  private static Mutation put(int group, int number) {
    return Mutation.of(TABLE, key(group, number), new Change.PutColumns("main", List.of("text")));
  }

  private static Mutation delete(int group, int number) {
    return Mutation.of(TABLE, key(group, number), new Change.DeleteFamily("main"));
  }

  private static Scan scan(KeyRange range, int rowsMax) {
    return Scan.of(TABLE, range, rowsMax, FamilyRead.all("main"));
  }

  private static List<ScanPage> oneByOne(Reader reader, List<Scan> scans) {
    return scans.stream().map(reader::scan).toList();
  }

  @Test
  void scanAll_besideMoreDeletedKeysThanItPassesOver_answersLikeEachScan() {
    int deleted = 3 * BoundedIterator.SKIPPED_MAX;
    List<Mutation> mutations = new ArrayList<>();
    for (int group = 0; group < 3; group++) {
      for (int number = 0; number < deleted + 10; number++) {
        mutations.add(put(group, number));
      }
    }
    engine.mutateAll(mutations, Durability.BUFFERED);
    mutations.clear();
    for (int group = 0; group < 3; group++) {
      for (int number = 5; number < deleted + 5; number++) {
        mutations.add(delete(group, number));
      }
    }
    engine.mutateAll(mutations, Durability.BUFFERED);
    List<Scan> scans = new ArrayList<>();
    for (int group = 0; group < 4; group++) {
      KeyRange whole = KeyRange.startingWith(Tuple.of("g" + group));
      scans.add(scan(whole, 100));
      // Behind the fifth row begin the deleted keys; the range ends before or within them.
      scans.add(scan(new KeyRange(whole.from(), true, key(group, 4), true), 5));
      scans.add(scan(new KeyRange(whole.from(), true, key(group, 100), true), 5));
      scans.add(scan(whole.after(key(group, 4)), 3));
      scans.add(scan(whole.before(key(group, deleted + 5)), 100));
    }
    List<Scan> backwards =
        scans.stream()
            .map(
                each ->
                    new Scan(
                        TABLE,
                        each.range(),
                        true,
                        each.rowsMax(),
                        each.bytesMax(),
                        each.families()))
            .toList();
    List<ScanPage> pages = engine.scanAll(scans);
    assertThat(pages).isEqualTo(oneByOne(engine, scans));
    assertThat(pages.get(0).rows()).hasSize(10);
    assertThat(pages.get(3).rows()).hasSize(3);
    assertThat(engine.scanAll(backwards)).isEqualTo(oneByOne(engine, backwards));
    try (var transaction = engine.begin(Durability.BUFFERED)) {
      transaction.mutate(delete(1, 2));
      transaction.mutate(put(1, 50));
      assertThat(transaction.scanAll(scans)).isEqualTo(oneByOne(transaction, scans));
      assertThat(transaction.scanAll(backwards)).isEqualTo(oneByOne(transaction, backwards));
    }
  }

  @Test
  void scanAll_ofRandomScans_answersLikeEachScan() {
    long seed = Long.getLong("portolan.seed", System.nanoTime());
    Random random = new Random(seed);
    fill(engine::mutate, random, 400);
    try (var transaction = engine.begin(Durability.BUFFERED)) {
      fill((mutation, durability) -> transaction.mutate(mutation), random, 60);
      int rows = 0;
      for (int round = 0; round < 60; round++) {
        List<Scan> scans = randomScans(random);
        List<ScanPage> pages = engine.scanAll(scans);
        assertThat(pages).as("-Dportolan.seed=" + seed).isEqualTo(oneByOne(engine, scans));
        assertThat(transaction.scanAll(scans))
            .as("-Dportolan.seed=" + seed)
            .isEqualTo(oneByOne(transaction, scans));
        rows += pages.stream().mapToInt(page -> page.rows().size()).sum();
      }
      assertThat(rows).as("-Dportolan.seed=" + seed).isGreaterThan(100);
    }
  }

  private interface Writing {
    void write(Mutation mutation, Durability durability);
  }

  private static void fill(Writing writing, Random random, int changes) {
    for (int change = 0; change < changes; change++) {
      writing.write(
          Mutation.of(TABLE, randomKey(random), randomChange(random)), Durability.BUFFERED);
    }
  }

  private static Tuple randomKey(Random random) {
    return key(random.nextInt(GROUPS), random.nextInt(NUMBERS));
  }

  private static Change randomChange(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> new Change.DeleteFamily(List.of("main", "more", "items").get(random.nextInt(3)));
      case 1 -> new Change.PutColumns("more", List.of("more"));
      case 2 -> new Change.PutItem("items", Tuple.of(random.nextInt(9)), List.of("item"));
      case 3 -> new Change.Add("count", 1);
      default -> new Change.PutColumns("main", List.of("main"));
    };
  }

  private static List<Scan> randomScans(Random random) {
    List<Scan> scans = new ArrayList<>();
    while (scans.size() < 30) {
      List<FamilyRead> families = randomFamilies(random);
      boolean reversed = random.nextInt(3) == 0;
      for (int alike = random.nextInt(12); alike >= 0; alike--) {
        int bytes = random.nextInt(4) == 0 ? 20 : Scan.BYTES_DEFAULT;
        scans.add(
            new Scan(TABLE, randomRange(random), reversed, 1 + random.nextInt(8), bytes, families));
      }
    }
    return scans;
  }

  private static KeyRange randomRange(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> KeyRange.ALL;
      case 1 -> KeyRange.startingWith(Tuple.of("g" + random.nextInt(GROUPS + 2)));
      case 2 -> new KeyRange(randomKey(random), random.nextBoolean(), randomKey(random), true);
      default -> KeyRange.startingWith(Tuple.of("g3")).after(randomKey(random));
    };
  }

  private static List<FamilyRead> randomFamilies(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> List.of(FamilyRead.all("main"), FamilyRead.all("more"));
      case 1 -> List.of(new FamilyRead.Items("items", KeyRange.ALL, 3, random.nextBoolean()));
      case 2 -> List.of(new FamilyRead.Counter("count"), new FamilyRead.Presence("main"));
      case 3 ->
          List.of(
              FamilyRead.all("main"),
              new FamilyRead.ItemsByKey("items", List.of(Tuple.of(2), Tuple.of(5))));
      default -> List.of(FamilyRead.all("main"));
    };
  }
}
