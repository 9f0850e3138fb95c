package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.portolan.engine.hbase.preparedscan.Endpoints;
import org.portolan.engine.hbase.preparedscan.PreparedScan;

/** Uses prepared scans if a table has their endpoint, otherwise another executor. Thread-safe. */
final class PreparedPages implements ScanExecutor {
  private final Cluster cluster;
  private final ScanExecutor otherwise;
  private final Endpoints endpoints;

  PreparedPages(Cluster cluster, ScanExecutor otherwise) {
    this.cluster = cluster;
    this.otherwise = otherwise;
    this.endpoints = Endpoints.of(cluster.connection());
  }

  @Override
  public Answer execute(Request request) {
    if (!endpoints.mayHave(request.table())) {
      return otherwise.execute(request);
    }
    Scan scan = ClientScan.scan(request);
    try (PreparedScan prepared = PreparedScan.prepare(cluster.connection(), request.table(), scan);
        ResultScanner results =
            prepared.execute(
                scan.getStartRow(),
                scan.includeStartRow(),
                scan.getStopRow(),
                scan.includeStopRow(),
                request.rowsMax())) {
      return read(request, results);
    } catch (IOException failure) {
      throw Failures.of("scan table '" + request.table() + "'", failure);
    }
  }

  private static Answer read(Request request, ResultScanner results) throws IOException {
    List<Result> rows = new ArrayList<>();
    long bytes = 0;
    while (rows.size() < request.rowsMax() && bytes < request.bytesMax()) {
      Result row = results.next();
      if (row == null) {
        return new Answer(rows, true);
      }
      rows.add(row);
      bytes += ClientScan.size(row);
    }
    return new Answer(rows, false);
  }
}
