package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.engine.hbase.preparedscan.EndpointJar;
import org.portolan.engine.hbase.preparedscan.PreparedScan;

/**
 * Tables of random rows on real region servers, and the results of their scans.
 *
 * @param directory lives as long as the cluster: a region server that misses the jar of a table
 *     stops
 */
record ScanTables(
    RunningCluster cluster, Connection connection, AsyncConnection async, Path directory, Path jar)
    implements AutoCloseable {
  private static final int ROWS = 600;

  static ScanTables start(Path directory) throws Exception {
    RunningCluster cluster =
        RunningCluster.start(ClusterSpec.of(ClusterEngine.HBASE, 2, directory.resolve("cluster")));
    Path jar = directory.resolve("endpoint.jar");
    EndpointJar.write(jar);
    String[] parts = cluster.uri("x").substring("hbase://".length()).split("[:/?]", -1);
    var configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", parts[0]);
    configuration.set("hbase.zookeeper.property.clientPort", parts[1]);
    return new ScanTables(
        cluster,
        ConnectionFactory.createConnection(configuration),
        ConnectionFactory.createAsyncConnection(configuration).get(),
        directory,
        jar);
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
      async.close();
    } finally {
      cluster.stop();
    }
  }

  /** Returns the endpoint's entry for a table's descriptor. */
  CoprocessorDescriptor endpoint(Map<String, String> properties) {
    return CoprocessorDescriptorBuilder.newBuilder(EndpointJar.CLASS_NAME)
        .setJarPath(jar.toUri().toString())
        .setProperties(properties)
        .build();
  }

  /** Returns a family that keeps all versions: a scan's result does not depend on flushes. */
  static ColumnFamilyDescriptor keepingAll(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
        .setMaxVersions(Integer.MAX_VALUE)
        .build();
  }

  /** Makes a table of {@link #keepingAll} that has the endpoint. */
  TableName table(String name, int regions) throws IOException {
    return table(name, regions, List.of(endpoint(Map.of())), ScanTables::keepingAll);
  }

  TableName table(
      String name,
      int regions,
      List<CoprocessorDescriptor> coprocessors,
      Function<String, ColumnFamilyDescriptor> families)
      throws IOException {
    TableName table = TableName.valueOf(name);
    var descriptor = TableDescriptorBuilder.newBuilder(table);
    for (String family : RandomScans.FAMILIES) {
      descriptor.setColumnFamily(families.apply(family));
    }
    for (CoprocessorDescriptor coprocessor : coprocessors) {
      descriptor.setCoprocessor(coprocessor);
    }
    byte[][] splits = new byte[regions - 1][];
    for (int part = 1; part < regions; part++) {
      splits[part - 1] = RandomScans.splitKey(part, regions);
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor.build(), splits);
    }
    return table;
  }

  void fill(TableName table, RandomScans random) throws Exception {
    try (Table filled = connection.getTable(table);
        Admin admin = connection.getAdmin()) {
      for (int round = 0; round < 3; round++) {
        List<Row> changes = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          changes.add(random.change());
        }
        filled.batch(changes, new Object[changes.size()]);
        // Some rows are in files, some in memory.
        if (round < 2) {
          admin.flush(table);
        }
      }
    }
  }

  /**
   * Returns the rows of HBase's own scan. The scan must not change its read type on the way: such a
   * change can disorder the cells of a row (HBASE-29254).
   */
  List<Result> nativeRows(TableName table, Scan scan) throws IOException {
    try (Table read = connection.getTable(table);
        ResultScanner rows = read.getScanner(new Scan(scan).setReadType(Scan.ReadType.PREAD))) {
      List<Result> results = new ArrayList<>();
      rows.forEach(results::add);
      return results;
    }
  }

  static List<Result> preparedRows(PreparedScan prepared, Scan scan, int caching)
      throws IOException {
    try (ResultScanner rows =
        prepared.execute(
            scan.getStartRow(),
            scan.includeStartRow(),
            scan.getStopRow(),
            scan.includeStopRow(),
            caching)) {
      List<Result> results = new ArrayList<>();
      for (Result row = rows.next(); row != null; row = rows.next()) {
        results.add(row);
      }
      return results;
    }
  }

  static void assertSame(
      String what, boolean timestamps, List<Result> expected, List<Result> found) {
    assertThat(found).as(what).hasSameSizeAs(expected);
    for (int row = 0; row < found.size(); row++) {
      Cell[] cells = found.get(row).rawCells();
      Cell[] wanted = expected.get(row).rawCells();
      assertThat(cells).as(what + ", row " + row).hasSameSizeAs(wanted);
      for (int index = 0; index < cells.length; index++) {
        Cell cell = cells[index];
        Cell other = wanted[index];
        assertThat(
                CellUtil.matchingRows(cell, other)
                    && CellUtil.matchingColumn(cell, other)
                    && CellUtil.matchingValue(cell, other)
                    && (!timestamps || cell.getTimestamp() == other.getTimestamp()))
            .as("%s, row %d: %s is %s", what, row, other, cell)
            .isTrue();
      }
    }
  }
}
