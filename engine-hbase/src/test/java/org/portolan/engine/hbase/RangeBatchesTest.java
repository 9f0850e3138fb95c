package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * Requests for the pages of many ranges, on a table of three regions. The endpoint itself needs
 * HBase's shaded client: see {@code PreparedRangesTest} of the integration tests.
 */
@Tag("servers")
class RangeBatchesTest {
  private static final int PREFIXES = 60;
  private static final int REGIONS = 3;
  private static final FamilyRead BODY = FamilyRead.all("body");

  private final String uri = MiniCluster.newStore() + "&timeout=60s";
  private Engine engine;
  private Cluster cluster;
  private Tables tables;
  private RowScanner scanner;

  @BeforeEach
  void createTable() {
    engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
    engine.createTable(
        new TableSchema(
            "events",
            List.of(KeyColumn.of("prefix", ScalarType.TEXT), KeyColumn.of("n", ScalarType.LONG)),
            1,
            List.of(new ColumnFamily("body", List.of(new Column("v", ScalarType.TEXT)))),
            List.of(Tuple.of(prefix(20)), Tuple.of(prefix(40)))));
    cluster = HBaseOpening.cluster(StoreUri.parse(uri));
    tables = new Tables(cluster, StoreUri.parse(uri).namespace());
    scanner = new RowScanner(tables, cluster);
  }

  @AfterEach
  void close() throws Exception {
    cluster.close();
    engine.close();
  }

  private static String prefix(int number) {
    return String.format("%02d", number);
  }

  /** Puts rows 0 to 9 under most prefixes, and none under some. */
  private void fill() {
    List<Mutation> rows = new ArrayList<>();
    for (int prefix = 0; prefix < PREFIXES; prefix++) {
      for (int n = 0; n < 10 && prefix % 7 != 3; n++) {
        Tuple key = Tuple.of(prefix(prefix), (long) n);
        rows.add(Mutation.of("events", key, new Change.PutColumns("body", List.of("v" + n))));
      }
    }
    engine.mutateAll(rows, Durability.SYNCED);
  }

  private static List<Scan> ofEachPrefix(int rowsMax) {
    return IntStream.range(0, PREFIXES)
        .mapToObj(RangeBatchesTest::prefix)
        .map(prefix -> Scan.of("events", KeyRange.startingWith(Tuple.of(prefix)), rowsMax, BODY))
        .toList();
  }

  private List<OpenPage> pages(List<Scan> scans) {
    return scans.stream().map(scan -> new OpenPage(tables.get("events"), scan)).toList();
  }

  private List<RowScanner.PageRequest> requests(List<OpenPage> pages) {
    return new RangeBatches(cluster).of(pages, Failures.end(cluster.timeout()));
  }

  private static void answer(List<RowScanner.PageRequest> requests) throws Exception {
    for (RowScanner.PageRequest request : requests) {
      request.send().get(60, TimeUnit.SECONDS);
      request.receive();
    }
  }

  private List<ScanPage> oneByOne(List<Scan> scans) {
    return scans.stream().map(scanner::scan).toList();
  }

  @Test
  void of_aScanForEachPrefix_isOneRequestForEachRegion() {
    assertThat(requests(pages(ofEachPrefix(4)))).hasSize(REGIONS);
  }

  @Test
  void of_manyScansOfOneRegion_isOneRequestFor256() {
    List<Scan> scans = Collections.nCopies(600, ofEachPrefix(4).get(0));
    assertThat(requests(pages(scans))).hasSize(3);
  }

  @Test
  void of_singleAndReversedScans_leavesThemToHBasesOwnScan() {
    Scan forward = ofEachPrefix(4).get(0);
    Scan reversed = new Scan("events", KeyRange.ALL, true, 4, Scan.BYTES_DEFAULT, List.of(BODY));
    assertThat(requests(pages(List.of(forward, reversed, reversed)))).isEmpty();
  }

  @Test
  void scanAll_withoutTheEndpoint_answersAndAsksForItOnce() throws Exception {
    fill();
    List<Scan> scans = ofEachPrefix(4);
    List<OpenPage> pages = pages(scans);
    List<RowScanner.PageRequest> requests = requests(pages);
    assertThat(requests).hasSize(REGIONS);
    answer(requests);
    assertThat(pages).noneMatch(OpenPage::isFull);
    assertThat(requests(pages)).isEmpty();
    assertThat(scanner.scanAll(scans)).isEqualTo(oneByOne(scans));
  }
}
