package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.scans.PreparedScanBenchmark;
import org.portolan.bench.telemetry.Sockets;
import org.portolan.engine.hbase.PreparedScanDeployment;
import org.portolan.engine.hbase.PreparedScanDeployment.Outcome;
import org.portolan.engine.hbase.preparedscan.PreparedScan;
import org.portolan.engine.hbase.preparedscan.PreparedScanOptions;

/**
 * Prepared scans compared with HBase's own, on real region servers. For more tables, and more scans
 * of each: {@code -Dportolan.prepared.tables=300 -Dportolan.prepared.scans=40}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("servers")
final class PreparedScanTest {
  private static final int TABLES = Integer.getInteger("portolan.prepared.tables", 3);
  private static final int SCANS = Integer.getInteger("portolan.prepared.scans", 30);
  private static final int ROWS = 600;

  private ScanTables tables;

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

  private void compare(TableName table, long seed) throws IOException {
    RandomScans random = new RandomScans(seed);
    Scan scan = random.scan();
    int caching = random.caching();
    PreparedScanOptions options =
        PreparedScanOptions.USUAL.withTimestamps(random.chance()).withCompression(random.chance());
    String what = "seed " + seed + ": " + scan + ", caching " + caching;
    try (PreparedScan prepared = PreparedScan.prepare(tables.async(), table, scan, options)) {
      ScanTables.assertSame(
          what,
          options.timestamps(),
          tables.nativeRows(table, scan),
          ScanTables.preparedRows(prepared, scan, caching));
      assertThat(prepared.isPrepared()).isTrue();
    }
  }

  @Test
  void rows_ofManyRandomScans_areThoseOfTheNativeScan() throws Exception {
    long first = Seeds.next();
    for (int number = 0; number < TABLES; number++) {
      RandomScans random = new RandomScans(first + number);
      TableName table =
          tables.table(
              "random" + number,
              1 + number % 4,
              List.of(tables.endpoint(Map.of())),
              random::family);
      tables.fill(table, random);
      for (int scan = 0; scan < SCANS; scan++) {
        compare(table, first + 1_000L * number + scan);
      }
      try (Admin admin = tables.connection().getAdmin()) {
        admin.disableTable(table);
        admin.deleteTable(table);
      }
    }
  }

  @Test
  void rows_whileRegionsSplitMergeAndMove_areThoseOfTheNativeScan() throws Exception {
    long first = Seeds.next();
    TableName table = tables.table("restless", 4);
    tables.fill(table, new RandomScans(first));
    // HBase's own scan can give up on a region that keeps changing, so it runs first.
    List<Scan> scans = new ArrayList<>();
    List<List<Result>> expected = new ArrayList<>();
    for (int number = 0; number < SCANS; number++) {
      scans.add(new RandomScans(first + number).scan());
      expected.add(tables.nativeRows(table, scans.get(number)));
    }
    AtomicBoolean ended = new AtomicBoolean();
    Restless restless = new Restless(tables.connection(), table, first, ended);
    restless.start();
    try {
      for (int done = 0; done < 2 * SCANS || restless.changes() < 4; done++) {
        int number = done % SCANS;
        Scan scan = scans.get(number);
        try (PreparedScan prepared = PreparedScan.prepare(tables.async(), table, scan)) {
          List<Result> found = ScanTables.preparedRows(prepared, scan, 1 + number);
          ScanTables.assertSame(
              "seed " + (first + number) + ": " + scan, false, expected.get(number), found);
          assertThat(prepared.isPrepared()).isTrue();
        }
      }
    } finally {
      ended.set(true);
      restless.join();
    }
    System.out.println("of a table at work: " + restless);
  }

  /** The endpoint of this table ends each page after a moment, as in a table full of deletes. */
  @Test
  void rows_whereServersLookLongAndFindNone_areThoseOfTheNativeScan() throws Exception {
    long first = Seeds.next();
    CoprocessorDescriptor hasty = tables.endpoint(Map.of("portolan.prepared-scan.look-ms", "1"));
    TableName table = tables.table("hasty", 2, List.of(hasty), new RandomScans(first)::family);
    tables.fill(table, new RandomScans(first));
    try (Table deleted = tables.connection().getTable(table)) {
      List<Delete> deletes = new ArrayList<>();
      for (int row = 0; row < 5_000; row++) {
        deletes.add(new Delete(Bytes.toBytes(String.format("row000300%06d", row))));
      }
      deleted.delete(deletes);
    }
    for (int scan = 0; scan < SCANS; scan++) {
      compare(table, first + scan);
    }
  }

  @Test
  void execute_byWhoMayNotRead_isRefusedLikeTheNativeScan() throws Exception {
    CoprocessorJar observer = CoprocessorJar.make("DeniesScans", tables.directory());
    TableName table =
        tables.table(
            "guarded",
            2,
            List.of(
                tables.endpoint(Map.of()),
                observer.descriptor(Map.of("portolan.denied", "stranger"))),
            new RandomScans(7)::family);
    tables.fill(table, new RandomScans(7));
    Scan scan = new Scan();
    try (PreparedScan ours = PreparedScan.prepare(tables.async(), table, scan)) {
      assertThat(ScanTables.preparedRows(ours, scan, 0))
          .hasSameSizeAs(tables.nativeRows(table, scan))
          .isNotEmpty();
    }
    User stranger = User.create(UserGroupInformation.createRemoteUser("stranger"));
    try (AsyncConnection theirs =
            ConnectionFactory.createAsyncConnection(
                    tables.connection().getConfiguration(), stranger)
                .get();
        PreparedScan refused = PreparedScan.prepare(theirs, table, scan)) {
      assertThatThrownBy(() -> ScanTables.preparedRows(refused, scan, 0))
          .hasStackTraceContaining(AccessDeniedException.class.getName());
      assertThat(refused.isPrepared()).isTrue();
      try (ResultScanner rows = theirs.getTable(table).getScanner(scan)) {
        assertThatThrownBy(rows::next)
            .hasStackTraceContaining(AccessDeniedException.class.getName());
      }
    }
  }

  @Test
  void prepare_onASynchronousConnection_isTheOneChangedLine() throws Exception {
    TableName table = tables.table("synchronous", 2);
    tables.fill(table, new RandomScans(9));
    Scan scan = new Scan().readVersions(2);
    try (PreparedScan prepared = PreparedScan.prepare(tables.connection(), table, scan)) {
      ScanTables.assertSame(
          "synchronous",
          false,
          tables.nativeRows(table, scan),
          ScanTables.preparedRows(prepared, scan, 100));
      assertThat(prepared.isPrepared()).isTrue();
    }
  }

  /** The bytes of a row on the socket, by the kernel's count. */
  @Test
  void bytesOnTheSocket_areThoseOfKeysAndValues(@TempDir Path directory) throws IOException {
    try {
      Sockets.own();
    } catch (UncheckedIOException e) {
      Assumptions.abort("this machine has no ss: " + e.getCause().getMessage());
    }
    Map<String, Double> long100 = bytesPerRow(directory.resolve("100"), 100);
    assertThat(long100.get("prepared")).isLessThanOrEqualTo(1.02 * (9 + 10 * 100));
    assertThat(long100.get("native")).isGreaterThan(9 + 10 * (100 + 34));
    Map<String, Double> long10 = bytesPerRow(directory.resolve("10"), 10);
    assertThat(long10.get("prepared")).isLessThanOrEqualTo(0.28 * long10.get("native"));
  }

  private Map<String, Double> bytesPerRow(Path out, int valueBytes) throws IOException {
    PreparedScanBenchmark benchmark = new PreparedScanBenchmark();
    BenchOptions options =
        BenchOptions.of(
            benchmark,
            Map.of(
                "store",
                tables.cluster().uri("bytes"),
                "jar",
                tables.jar().toUri().toString(),
                "rows",
                "1000",
                "value-bytes",
                Integer.toString(valueBytes),
                "scans",
                "1000",
                "warm-up",
                "1ms",
                "clients",
                "1",
                "millis",
                "1000",
                "rounds",
                "1",
                "out",
                out.toString()));
    StringWriter text = new StringWriter();
    benchmark.run(options, new PrintWriter(text));
    Map<String, Double> bytes = new LinkedHashMap<>();
    for (String line : Files.readAllLines(out.resolve("bytes.csv"))) {
      String[] parts = line.split(",", -1);
      if (parts[0].equals("1000")) {
        bytes.put(parts[1], Double.valueOf(parts[2]));
      }
    }
    System.out.println(text);
    assertThat(bytes).containsOnlyKeys("native", "native-gzip", "prepared", "prepared-deflated");
    return bytes;
  }

  /** Writers give all columns of a row the same new value; no reader may see a mixture. */
  @Test
  void rows_whileTheyAreWritten_areWholeAndNoneIsLostOrRepeated() throws Exception {
    TableName table = tables.table("written", 3);
    byte[] family = Bytes.toBytes("a");
    AtomicLong values = new AtomicLong();
    AtomicBoolean ended = new AtomicBoolean();
    try (Table written = tables.connection().getTable(table)) {
      for (int row = 0; row < ROWS; row++) {
        written.put(alike(row, family, values.incrementAndGet()));
      }
      Thread writer =
          new Thread(
              () -> {
                Random random = new Random(1);
                while (!ended.get()) {
                  try {
                    written.put(alike(random.nextInt(ROWS), family, values.incrementAndGet()));
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }
              });
      writer.start();
      try (PreparedScan prepared =
          PreparedScan.prepare(tables.async(), table, new Scan().addFamily(family))) {
        for (int scan = 0; scan < 25; scan++) {
          int next = 0;
          try (ResultScanner rows = prepared.execute(new byte[0], new byte[0], 1 + scan)) {
            for (Result row : rows) {
              assertThat(row.getRow()).isEqualTo(RandomScans.key(next));
              next++;
              byte[] value = row.getValue(family, Bytes.toBytes("q0"));
              for (Cell cell : row.rawCells()) {
                assertThat(CellUtil.matchingValue(cell, value)).isTrue();
              }
              assertThat(row.size()).isEqualTo(8);
            }
          }
          assertThat(next).isEqualTo(ROWS);
        }
      } finally {
        ended.set(true);
        writer.join();
      }
    }
  }

  private static Put alike(int row, byte[] family, long value) {
    Put put = new Put(RandomScans.key(row));
    for (int column = 0; column < 8; column++) {
      put.addColumn(family, Bytes.toBytes("q" + column), Bytes.toBytes(value));
    }
    return put;
  }

  /** HBase's own scanner can mix two rows here (HBASE-29254); in this test, 2.6.1 did so. */
  @Test
  void rows_whileMemoryIsFlushed_areNotMixedWithEachOther() throws Exception {
    CoprocessorJar flushes = CoprocessorJar.make("FlushesInScans", tables.directory());
    TableName table =
        tables.table(
            "flushed",
            1,
            List.of(tables.endpoint(Map.of()), flushes.descriptor(Map.of())),
            new RandomScans(1)::family);
    byte[] family = Bytes.toBytes("b");
    byte[] qualifier = Bytes.toBytes("q");
    try (Table written = tables.connection().getTable(table)) {
      // A flush keeps one version of the first row; before that, a scan meets both.
      written.put(new Put(RandomScans.key(1)).addColumn(family, qualifier, 2, new byte[] {2}));
      written.put(new Put(RandomScans.key(1)).addColumn(family, qualifier, 1, new byte[] {1}));
      written.put(
          new Put(RandomScans.key(2))
              .addColumn(Bytes.toBytes("a"), qualifier, 3, new byte[] {3})
              .addColumn(family, qualifier, 3, new byte[] {4}));
      Scan scan = new Scan();
      try (PreparedScan prepared = PreparedScan.prepare(tables.async(), table, scan)) {
        assertThat(ScanTables.preparedRows(prepared, scan, 0))
            .singleElement()
            .satisfies(
                row -> {
                  assertThat(row.getRow()).isEqualTo(RandomScans.key(2));
                  assertThat(row.size()).isEqualTo(2);
                });
        assertThat(prepared.isPrepared()).isTrue();
      }
    }
  }

  @Test
  void execute_withoutAnEndpoint_isTheNativeScan() throws Exception {
    TableName table = tables.table("without", 2, List.of(), ScanTables::keepingAll);
    tables.fill(table, new RandomScans(3));
    Scan scan = new Scan();
    try (PreparedScan prepared = PreparedScan.prepare(tables.async(), table, scan)) {
      ScanTables.assertSame(
          "no endpoint",
          true,
          tables.nativeRows(table, scan),
          ScanTables.preparedRows(prepared, scan, 10));
      assertThat(prepared.isPrepared()).isFalse();
    }
  }

  @Test
  void rows_whenARegionServerDiesInMidScan_areAllThereOnce() throws Exception {
    TableName table = tables.table("bereaved", 4);
    tables.fill(table, new RandomScans(5));
    try (Admin admin = tables.connection().getAdmin()) {
      admin.flush(table);
    }
    Scan scan = new Scan();
    List<Result> expected = tables.nativeRows(table, scan);
    List<Result> found = new ArrayList<>();
    try (PreparedScan prepared =
            PreparedScan.prepare(
                tables.async(), table, scan, PreparedScanOptions.USUAL.withTimestamps(true));
        ResultScanner rows = prepared.execute(new byte[0], new byte[0], 7)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        found.add(row);
        if (found.size() == 20) {
          tables.cluster().kill("region-server-1");
        }
      }
    }
    tables.cluster().heal();
    ScanTables.assertSame("a region server died", true, expected, found);
  }

  @Test
  void deploy_andUndeploy_changeHowRowsComeAndNotWhich() throws Exception {
    String uri = tables.cluster().uri("deployed");
    WorkloadType type = Benchmarks.workload("ycsb-e");
    List<Parameter> parameters = new ArrayList<>(type.parameters());
    parameters.add(Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed."));
    BenchOptions options =
        BenchOptions.of("ycsb-e", parameters, Map.of("store", uri, "records", "300"));
    try (Workload workload = type.open(options);
        PreparedScanDeployment deployment = PreparedScanDeployment.open(uri)) {
      workload.prepare(Progress.NONE);
      Worker worker = workload.worker(0, Seeds.next());
      requireRight(worker);
      List<Outcome> outcomes = new ArrayList<>();
      URI place = bringToHdfs(deployment);
      deployment.deploy(Optional.empty(), place, outcomes::add);
      assertThat(outcomes).extracting(Outcome::table).contains("usertable").hasSize(2);
      assertThat(outcomes).allMatch(done -> done.changed() && done.regions() > 0);
      requireRight(worker);
      TableName table = TableName.valueOf("deployed", "usertable");
      try (PreparedScan prepared = PreparedScan.prepare(tables.async(), table, new Scan())) {
        assertThat(ScanTables.preparedRows(prepared, new Scan(), 0))
            .hasSizeGreaterThanOrEqualTo(300);
        assertThat(prepared.isPrepared()).isTrue();
      }
      outcomes.clear();
      deployment.deploy(Optional.of("usertable"), place, outcomes::add);
      assertThat(outcomes).hasSize(1).noneMatch(Outcome::changed);
      outcomes.clear();
      deployment.undeploy(Optional.empty(), outcomes::add);
      assertThat(outcomes).hasSize(2).allMatch(Outcome::changed);
      requireRight(worker);
      worker.close();
    }
  }

  /** Writes the jar to HDFS. A second write keeps it, and a write over another file is refused. */
  private URI bringToHdfs(PreparedScanDeployment deployment) throws IOException {
    Map<String, Integer> ports = tables.cluster().ports("namenode");
    Optional<URI> nameNode = Optional.of(URI.create("http://127.0.0.1:" + ports.get("http")));
    URI directory = URI.create("hdfs://127.0.0.1:" + ports.get("rpc") + "/endpoints/");
    URI place = deployment.place(Optional.of(directory), tables.directory(), "test");
    assertThat(place.toString()).startsWith(directory + "portolan-prepared-scan-test-");
    deployment.write(place, nameNode);
    deployment.write(place, nameNode);
    URI taken = URI.create("hdfs://127.0.0.1:" + ports.get("rpc") + "/hbase/hbase.version");
    assertThatThrownBy(() -> deployment.write(taken, nameNode))
        .hasMessageContaining("another file /hbase/hbase.version");
    assertThatThrownBy(() -> deployment.write(tables.jar().toUri(), nameNode))
        .hasMessageContaining("--jar hdfs://");
    return place;
  }

  /** Runs scans of 1 to 100 records, which the workload verifies. */
  private static void requireRight(Worker worker) throws Exception {
    for (int operation = 0; operation < 60; operation++) {
      assertThat(worker.judge(worker.perform()).kind()).isEqualTo(OutcomeKind.OK);
    }
  }
}
