package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** HBase's actions that the engine does not see: compactions, regions that move or are lost. */
@Tag("servers")
class HBaseFaultsTest {
  private static final String PAGES = "pages";
  private static final long HOUR_MS = 3_600_000;

  private final String uri = MiniCluster.newStore();
  private final TableName nativeName = TableName.valueOf(StoreUri.parse(uri).namespace(), PAGES);
  private Engine engine;
  private Connection connection;

  @BeforeEach
  void createTable() throws IOException {
    connection = ConnectionFactory.createConnection(MiniCluster.get().getConf());
    engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
    engine.createTable(
        new TableSchema(
            PAGES,
            List.of(KeyColumn.of("title", ScalarType.TEXT)),
            1,
            List.of(
                new ColumnFamily("meta", List.of(new Column("number", ScalarType.INT))),
                new ItemFamily(
                    "links", List.of(KeyColumn.of("target", ScalarType.TEXT)), List.of())),
            List.of(Tuple.of("g"), Tuple.of("t"))));
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    connection.close();
  }

  private static Mutation change(String title, Change... changes) {
    return Mutation.of(PAGES, Tuple.of(title), changes);
  }

  private static Change number(int number) {
    return new Change.PutColumns("meta", List.of(number));
  }

  private static Change link(String target) {
    return new Change.PutItem("links", Tuple.of(target), List.of());
  }

  private static Change unlink(String target) {
    return new Change.DeleteItem("links", Tuple.of(target));
  }

  private Row read(String title) {
    return engine.get(
        Get.of(
            PAGES,
            Tuple.of(title),
            FamilyRead.all("meta"),
            new FamilyRead.Items("links", KeyRange.ALL, 100, false)));
  }

  private void compact(boolean major) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (RegionInfo info : admin.getRegions(nativeName)) {
        HRegion region = (HRegion) MiniCluster.get().getRegion(info).orElseThrow();
        region.flush(true);
        region.compact(major);
      }
    }
  }

  private List<Cell> rawCells() throws IOException {
    List<Cell> cells = new ArrayList<>();
    try (Table table = connection.getTable(nativeName);
        ResultScanner scanner =
            table.getScanner(
                new org.apache.hadoop.hbase.client.Scan().setRaw(true).readAllVersions())) {
      for (Result result : scanner) {
        cells.addAll(result.listCells());
      }
    }
    return cells;
  }

  @Test
  void removal_ofTheLastHour_holdsAfterAMajorCompaction() throws IOException {
    long now = System.currentTimeMillis();
    long ago = now - HOUR_MS;
    engine.mutate(change("a", link("x"), number(1)).at(ago - 2), Durability.BUFFERED);
    engine.mutate(
        change("a", unlink("x"), new Change.DeleteFamily("meta")).at(ago), Durability.BUFFERED);
    engine.mutate(change("b", link("x")).at(now - 3 * HOUR_MS - 2), Durability.BUFFERED);
    engine.mutate(change("b", unlink("x")).at(now - 3 * HOUR_MS), Durability.BUFFERED);
    compact(false);
    compact(true);
    // Only the younger removal remains: the compaction was a major one.
    assertThat(rawCells())
        .extracting(cell -> cell.getType() + " " + (cell.getTimestamp() == ago))
        .containsExactlyInAnyOrder("DeleteColumn true", "DeleteFamily true");
    engine.mutate(change("a", link("x"), number(2)).at(ago - 1), Durability.BUFFERED);
    assertThat(read("a").isEmpty()).isTrue();
    compact(true);
    assertThat(read("a").isEmpty()).isTrue();
    engine.mutate(change("a", link("x"), number(3)).at(ago + 1), Durability.BUFFERED);
    compact(true);
    assertThat(read("a").itemsOf("links")).hasSize(1);
    assertThat(read("a").family("meta")).contains(List.of(3));
  }

  @Test
  void steps_onConditions_whileRegionsMove_areMadeOnceEach() throws Exception {
    engine.mutate(change("k", number(0)), Durability.BUFFERED);
    AtomicInteger unknown = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Admin admin = connection.getAdmin()) {
      List<Future<Integer>> steppers = new ArrayList<>();
      for (int thread = 0; thread < 2; thread++) {
        steppers.add(threads.submit(() -> step(300, unknown)));
      }
      for (int round = 0; round < 3; round++) {
        for (RegionInfo region : admin.getRegions(nativeName)) {
          admin.move(region.getEncodedNameAsBytes());
        }
      }
      int made = steppers.get(0).get() + steppers.get(1).get();
      int stands = (Integer) read("k").family("meta").orElseThrow().get(0);
      assertThat(stands).isBetween(made, made + unknown.get());
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns the number of acknowledged steps. */
  private int step(int rounds, AtomicInteger unknown) {
    int made = 0;
    for (int round = 0; round < rounds; round++) {
      int seen = (Integer) read("k").family("meta").orElseThrow().get(0);
      try {
        Condition condition = new Condition.ColumnEquals("meta", "number", seen);
        if (engine.mutate(change("k", number(seen + 1)).on(condition), Durability.BUFFERED)) {
          made++;
        }
      } catch (OutcomeUnknownException lost) {
        unknown.incrementAndGet();
      }
    }
    return made;
  }

  @Test
  void regions_thatAreNotThere_areUnavailableInTime() throws IOException {
    engine.mutate(change("a", number(1)), Durability.BUFFERED);
    try (Engine hasty = Engines.open(uri + "&timeout=2s", OpenMode.EXISTING);
        Admin admin = connection.getAdmin()) {
      admin.disableTable(nativeName);
      List<Mutation> two = List.of(change("a", number(2)), change("z", number(2)));
      Scan scan = Scan.of(PAGES, KeyRange.ALL, 10, FamilyRead.all("meta"));
      Get get = Get.of(PAGES, Tuple.of("a"), FamilyRead.all("meta"));
      List<ThrowingCallable> uses =
          List.of(
              () -> hasty.mutate(two.get(0), Durability.SYNCED),
              () -> hasty.mutateAll(two, Durability.SYNCED),
              () -> hasty.get(get),
              () -> hasty.get(List.of(get, get)),
              () -> hasty.scan(scan));
      for (ThrowingCallable use : uses) {
        assertThatThrownBy(use)
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining("pages");
      }
      admin.enableTable(nativeName);
    }
    assertThat(read("a").family("meta")).contains(List.of(1));
  }

  @Test
  void table_droppedByAnother_isAnErrorOfTheEngine() throws IOException {
    engine.mutate(change("a", number(1)), Durability.BUFFERED);
    try (Engine other = Engines.open(uri, OpenMode.EXISTING)) {
      other.dropTable(PAGES);
    }
    assertThatThrownBy(() -> read("a"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("pages");
    assertThatThrownBy(() -> engine.mutate(change("a", number(2)), Durability.SYNCED))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("pages");
  }

  @Test
  void flush_afterBufferedWritesToSeveralRegions_changesNothingToSee() throws IOException {
    engine.mutateAll(
        List.of(change("a", number(1)), change("k", link("a")), change("z", number(3))),
        Durability.BUFFERED);
    engine.flush();
    assertThat(engine.scan(Scan.of(PAGES, KeyRange.ALL, 10, FamilyRead.all("meta"))).rows())
        .extracting(Row::key)
        .containsExactly(Tuple.of("a"), Tuple.of("z"));
    assertThat(marks()).as("a synced change of nothing in each region").isEqualTo(3);
  }

  @Test
  void mutateAll_manyOnConditions_syncsTheLogOnceForEachRegion() throws IOException {
    List<Mutation> firsts = new ArrayList<>();
    List<Mutation> seconds = new ArrayList<>();
    Condition isNew = new Condition.Absent("meta");
    for (String letter : List.of("a", "k", "z")) {
      for (int number = 10; number < 20; number++) {
        firsts.add(change(letter + number, number(number)).on(isNew));
        // The last row of every region exists already.
        seconds.add(change(letter + (number + 1), number(number + 100)).on(isNew));
      }
      seconds.add(change(letter + "10", number(7)).on(isNew));
    }
    seconds.add(change("b", number(8)));

    assertThat(engine.mutateAll(firsts, Durability.SYNCED)).containsOnly(true).hasSize(30);
    assertThat(marks()).as("the last change of each region is synced").isZero();
    List<Boolean> held = engine.mutateAll(seconds, Durability.SYNCED);

    for (int index = 0; index < seconds.size(); index++) {
      String title = seconds.get(index).key().text(0);
      assertThat(held.get(index)).as(title).isEqualTo(title.endsWith("20") || title.equals("b"));
    }
    assertThat(marks())
        .as("a synced change of nothing where the last changed nothing")
        .isEqualTo(3);
    assertThat(engine.scan(Scan.of(PAGES, KeyRange.ALL, 100, FamilyRead.all("meta"))).rows())
        .hasSize(34);
  }

  private long marks() throws IOException {
    return rawCells().stream().filter(cell -> cell.getType() == Cell.Type.Delete).count();
  }
}
