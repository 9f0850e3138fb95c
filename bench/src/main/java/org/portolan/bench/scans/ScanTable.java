package org.portolan.bench.scans;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.portolan.bench.load.Progress;
import org.portolan.engine.Engines;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.engine.hbase.PreparedScanDeployment;
import org.portolan.engine.hbase.preparedscan.EndpointJar;

/** A table of known rows in the namespace of a store. Used by one thread. */
final class ScanTable {
  private static final int BATCH_ROWS = 200;
  private static final int REGIONS = 3;

  private final String uri;
  private final TableName name;
  private final ScanLayout layout;

  ScanTable(String uri, ScanLayout layout) {
    this.uri = uri;
    this.layout = layout;
    this.name = TableName.valueOf(cluster(uri).name(), layout.table());
  }

  static ClusterUri cluster(String uri) {
    return ClusterUri.parse(uri, Engines.ofUri(uri).uriForm());
  }

  TableName name() {
    return name;
  }

  /** Makes and fills the table, if that was not done before, and flushes it to files. */
  void fill(Connection connection, Progress progress) throws IOException {
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      create(admin);
      // Rows are written in order, so a table that has the last row has all of them.
      if (table.exists(new Get(ScanLayout.key(layout.rows() - 1)))) {
        return;
      }
      List<Put> batch = new ArrayList<>();
      for (int row = 0; row < layout.rows(); row++) {
        batch.add(layout.put(row));
        if (batch.size() == BATCH_ROWS || row == layout.rows() - 1) {
          table.put(batch);
          batch.clear();
          progress.reached(row + 1, layout.rows(), "rows");
        }
      }
      admin.flush(name);
    }
  }

  private void create(Admin admin) throws IOException {
    String namespace = name.getNamespaceAsString();
    try {
      admin.getNamespaceDescriptor(namespace);
    } catch (NamespaceNotFoundException absent) {
      admin.createNamespace(NamespaceDescriptor.create(namespace).build());
    }
    if (!admin.tableExists(name)) {
      byte[][] splits = new byte[REGIONS - 1][];
      for (int region = 1; region < REGIONS; region++) {
        splits[region - 1] = ScanLayout.key((int) ((long) layout.rows() * region / REGIONS));
      }
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(ScanLayout.FAMILY))
              .build(),
          splits);
    }
  }

  /**
   * Deploys the endpoint of prepared scans, if the table has none, and checks that all regions
   * answer.
   */
  void deployEndpoint(Optional<URI> jar) throws IOException {
    try (PreparedScanDeployment deployment = PreparedScanDeployment.open(uri)) {
      URI place = deployment.place(jar, EndpointJar.localDirectory(), "benchmark");
      deployment.write(place, Optional.empty());
      deployment.deploy(name, place);
    }
  }
}
