package org.portolan.bench.scans;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.client.HBaseSettings;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;
import org.portolan.bench.random.Seeds;
import org.portolan.engine.hbase.preparedscan.PreparedScan;
import org.portolan.engine.hbase.preparedscan.PreparedScanOptions;
import org.portolan.preparedscan.format.Column;

/**
 * Scans of a fixed number of rows from a row chosen at random, in one of several forms. A scan
 * states its number of rows, so every form takes one round trip if the rows fit into one answer.
 */
final class ScanWorkload implements Workload {
  static final String NAME = "hbase-scans";

  private final String uri;
  private final ScanLayout layout;
  private final ScanForm form;
  private final int scanRows;
  private final Optional<URI> jar;
  private final ScanTable scanned;
  private final Connection connection;
  private final AsyncConnection async;
  private final PreparedScan prepared;

  /**
   * Connects.
   *
   * @param jar the place where region servers find the endpoint, if not the default
   */
  ScanWorkload(String uri, ScanLayout layout, ScanForm form, int scanRows, Optional<URI> jar) {
    this.uri = uri;
    this.layout = layout;
    this.form = form;
    this.scanRows = scanRows;
    this.jar = jar;
    this.scanned = new ScanTable(uri, layout);
    try {
      connection = ConnectionFactory.createConnection(connecting());
      async = ConnectionFactory.createAsyncConnection(connecting()).get();
    } catch (IOException | ExecutionException e) {
      throw new BenchmarkFailedException(
          "cannot connect to " + uri + "; check its hosts, its port and its znode", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("interrupted while connecting to " + uri, e);
    }
    prepared = PreparedScan.prepare(async, scanned.name(), scan(), options());
  }

  private Configuration connecting() {
    Configuration configuration = HBaseSettings.of(ScanTable.cluster(uri));
    if (form == ScanForm.NATIVE_GZIP) {
      configuration.set("hbase.client.rpc.compressor", "org.apache.hadoop.io.compress.GzipCodec");
    }
    return configuration;
  }

  /** Returns the request, which is the same for all forms: a family and a number of rows. */
  private Scan scan() {
    return new Scan().addFamily(ScanLayout.FAMILY).setCaching(scanRows).setLimit(scanRows);
  }

  private PreparedScanOptions options() {
    List<Column> columns = new ArrayList<>();
    for (int column = 0; column < layout.columns(); column++) {
      columns.add(new Column(ScanLayout.FAMILY, ScanLayout.qualifier(column)));
    }
    return PreparedScanOptions.USUAL
        .withColumns(columns)
        .withCompression(form == ScanForm.PREPARED_DEFLATED);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Map<String, String> configuration() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("store", uri);
    all.put("table", scanned.name().getNameAsString());
    all.put("rows", Integer.toString(layout.rows()));
    all.put("columns", Integer.toString(layout.columns()));
    all.put("value-bytes", Integer.toString(layout.valueBytes()));
    all.put("scan-rows", Integer.toString(scanRows));
    all.put("form", form.spelling());
    return all;
  }

  @Override
  public List<String> operations() {
    return List.of("scan");
  }

  @Override
  public void prepare(Progress progress) {
    try {
      scanned.fill(connection, progress);
      if (form.isPrepared()) {
        scanned.deployEndpoint(jar);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make table " + scanned.name() + " of " + uri, e);
    }
  }

  ScanLayout layout() {
    return layout;
  }

  int scanRows() {
    return scanRows;
  }

  List<Result> read(int from) throws IOException {
    byte[] start = ScanLayout.key(from);
    if (form.isPrepared()) {
      return all(prepared.execute(start, HConstants.EMPTY_END_ROW, scanRows));
    }
    try (Table table = connection.getTable(scanned.name())) {
      return all(table.getScanner(scan().withStartRow(start)));
    }
  }

  private List<Result> all(ResultScanner scanner) throws IOException {
    List<Result> rows = new ArrayList<>(scanRows);
    try (scanner) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(row);
      }
    }
    if (form.isPrepared() && !prepared.isPrepared()) {
      throw new IllegalStateException("the endpoint was lost: rows came by HBase's own scan");
    }
    return rows;
  }

  @Override
  public Worker worker(int number, long seed) {
    return new Client(new Seeds(seed).stream("rows", number));
  }

  /** Scans, and verifies every value that it receives. */
  private final class Client implements Worker {
    private final RandomGenerator random;
    private int from;
    private List<Result> found = List.of();

    Client(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public Outcome perform() throws IOException {
      from = random.nextInt(layout.rows() - scanRows + 1);
      found = read(from);
      return Outcome.ok(0);
    }

    @Override
    public Outcome judge(Outcome performed) {
      return performed.kind() == OutcomeKind.OK
          ? layout
              .judge(from, scanRows, found)
              .map(wrong -> Outcome.wrongData(0, wrong))
              .orElse(performed)
          : performed;
    }
  }

  @Override
  public void close() {
    prepared.close();
    try (connection;
        async) {
      // Closes both, even if closing one of them fails.
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the connections to " + uri, e);
    }
  }
}
