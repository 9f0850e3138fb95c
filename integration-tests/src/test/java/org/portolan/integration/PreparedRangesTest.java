package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.engine.hbase.PreparedScanDeployment;
import org.portolan.engine.hbase.preparedscan.PreparedRanges;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Pages of many ranges by one request for each region, on real region servers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
final class PreparedRangesTest {
  private static final int PREFIXES = 60;
  private static final FamilyRead BODY = FamilyRead.all("body");

  private ScanTables tables;
  private int stores;
  private String store;
  private TableName table;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    tables = ScanTables.start(directory);
  }

  @AfterAll
  void stop() throws IOException {
    if (tables != null) {
      tables.close();
    }
  }

  @BeforeEach
  void name() {
    stores++;
    store = "ranges_" + stores;
    table = TableName.valueOf(store, "events");
  }

  private static String prefix(int number) {
    return String.format("%02d", number);
  }

  /** Makes a table of three regions, with rows 0 to 9 under most prefixes and none under others. */
  private Engine open(int valueLength) {
    Engine engine = Engines.open(tables.cluster().uri(store), OpenMode.CREATE_IF_MISSING);
    engine.createTable(
        new TableSchema(
            "events",
            List.of(KeyColumn.of("prefix", ScalarType.TEXT), KeyColumn.of("n", ScalarType.LONG)),
            1,
            List.of(new ColumnFamily("body", List.of(new Column("v", ScalarType.TEXT)))),
            List.of(Tuple.of(prefix(20)), Tuple.of(prefix(40)))));
    for (int prefix = 0; prefix < PREFIXES; prefix++) {
      List<Mutation> rows = new ArrayList<>();
      for (int n = 0; n < 10 && prefix % 7 != 3; n++) {
        Tuple key = Tuple.of(prefix(prefix), (long) n);
        String value = "v".repeat(valueLength) + n;
        rows.add(Mutation.of("events", key, new Change.PutColumns("body", List.of(value))));
      }
      engine.mutateAll(rows, Durability.SYNCED);
    }
    return engine;
  }

  private void deploy() throws IOException {
    try (PreparedScanDeployment deployment =
        PreparedScanDeployment.open(tables.cluster().uri(store))) {
      deployment.deploy(Optional.empty(), tables.jar().toUri(), outcome -> {});
    }
  }

  private PreparedRanges prepared() {
    return PreparedRanges.prepare(tables.async(), table, new org.apache.hadoop.hbase.client.Scan());
  }

  /** Returns the ranges of prefixes, by the form of keys: a text ends with a zero byte. */
  private static List<PreparedRanges.Range> ranges(int from, int to, int rowsMax) {
    List<PreparedRanges.Range> ranges = new ArrayList<>();
    for (int number = from; number < to; number++) {
      ranges.add(
          new PreparedRanges.Range(
              bytes(prefix(number) + "\0"),
              bytes(prefix(number) + "\1"),
              rowsMax,
              Scan.BYTES_DEFAULT));
    }
    return ranges;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static List<PreparedRanges.Page> ask(
      PreparedRanges prepared, List<PreparedRanges.Range> ranges) throws Exception {
    return prepared.first(ranges).get(60, TimeUnit.SECONDS);
  }

  @Test
  void first_ofRangesOfOneRegion_answersEach() throws Exception {
    open(1).close();
    deploy();
    List<PreparedRanges.Page> pages = ask(prepared(), ranges(20, 40, 4));
    assertThat(pages).hasSize(20).doesNotContainNull();
    for (int number = 0; number < 20; number++) {
      PreparedRanges.Page page = pages.get(number);
      boolean none = (20 + number) % 7 == 3;
      assertThat(page.isComplete()).isEqualTo(none);
      List<Result> rows = page.rows();
      assertThat(rows).hasSize(none ? 0 : 4);
      String prefix = prefix(20 + number);
      assertThat(rows)
          .allMatch(row -> new String(row.getRow(), 0, 2, StandardCharsets.UTF_8).equals(prefix));
    }
  }

  @Test
  void first_ofRangesOfAnotherRegion_leavesTheseOut() throws Exception {
    open(1).close();
    deploy();
    List<PreparedRanges.Page> pages = ask(prepared(), ranges(15, 25, 4));
    assertThat(pages.subList(0, 5)).doesNotContainNull();
    assertThat(pages.subList(5, 10)).containsOnlyNulls();
  }

  /** The pages are 17 MB, but a server answers with about 8 MiB at most: it is asked again. */
  @Test
  void first_ofMoreBytesThanAnAnswerMayHave_answersEach() throws Exception {
    open(100_000).close();
    deploy();
    List<PreparedRanges.Page> pages = ask(prepared(), ranges(20, 40, 10));
    assertThat(pages).hasSize(20).doesNotContainNull();
    assertThat(pages).extracting(PreparedRanges.Page::size).containsOnly(0, 10);
  }

  @Test
  void first_withoutTheEndpoint_leavesAllOutAndIsNotWorthwhileAgain() throws Exception {
    open(1).close();
    PreparedRanges prepared = prepared();
    assertThat(prepared.isWorthwhile()).isTrue();
    assertThat(ask(prepared, ranges(20, 22, 4))).hasSize(2).containsOnlyNulls();
    assertThat(prepared.isWorthwhile()).isFalse();
  }

  @Test
  void scanAll_ofRandomScans_answersLikeEachScanAlsoAfterASplit() throws Exception {
    long seed = Seeds.next();
    Random random = new Random(seed);
    try (Engine engine = open(3)) {
      deploy();
      for (int round = 0; round < 12; round++) {
        if (round == 6) {
          // The engine's connection still knows the region that is split now.
          try (Admin admin = tables.connection().getAdmin()) {
            admin.split(table, bytes(prefix(30)));
          }
          awaitRegions(4);
        }
        List<Scan> scans = new ArrayList<>();
        for (int scan = random.nextInt(300); scan >= 0; scan--) {
          scans.add(randomScan(random));
        }
        assertThat(engine.scanAll(scans))
            .as("seed " + seed)
            .isEqualTo(scans.stream().map(engine::scan).toList());
      }
    }
  }

  private void awaitRegions(int count) throws Exception {
    try (Admin admin = tables.connection().getAdmin()) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (admin.getRegions(table).size() < count) {
        assertThat(System.nanoTime()).as("the region is not split in time").isLessThan(end);
        Thread.sleep(50);
      }
    }
  }

  private static Scan randomScan(Random random) {
    KeyRange range =
        random.nextInt(10) == 0
            ? KeyRange.ALL
            : new KeyRange(randomBound(random), random.nextBoolean(), randomBound(random), true);
    int rowsMax = 1 + random.nextInt(30);
    int bytesMax = random.nextInt(4) == 0 ? 1 + random.nextInt(200) : Scan.BYTES_DEFAULT;
    boolean reversed = random.nextInt(8) == 0;
    return new Scan("events", range, reversed, rowsMax, bytesMax, List.of(BODY));
  }

  private static Tuple randomBound(Random random) {
    Tuple prefix = Tuple.of(prefix(random.nextInt(PREFIXES)));
    return random.nextBoolean() ? prefix : prefix.append(Tuple.of((long) random.nextInt(10)));
  }
}
