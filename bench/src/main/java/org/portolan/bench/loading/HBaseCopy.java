package org.portolan.bench.loading;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.portolan.bench.client.HBaseSettings;
import org.portolan.engine.adapter.ClusterUri;

/** HBase's own client: batches of plain puts, whose log is in the memory of all its replicas. */
final class HBaseCopy implements CellCopy {
  private static final int BATCH_ROWS = 200;

  private final Connection connection;
  private final Map<TableName, List<Put>> puts = new LinkedHashMap<>();
  private final List<TableName> copies = new ArrayList<>();

  HBaseCopy(ClusterUri address) throws IOException {
    connection = ConnectionFactory.createConnection(HBaseSettings.of(address));
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : admin.listTableNamesByNamespace(address.name())) {
        puts.put(name, read(name));
      }
    }
  }

  private List<Put> read(TableName name) throws IOException {
    List<Put> rows = new ArrayList<>();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        Put put = new Put(result.getRow()).setDurability(Durability.SYNC_WAL);
        for (Cell cell : result.rawCells()) {
          put.add(cell);
        }
        rows.add(put);
      }
    }
    return rows;
  }

  @Override
  public List<Batch> begin() throws IOException {
    List<Batch> batches = new ArrayList<>();
    try (Admin admin = connection.getAdmin()) {
      for (Map.Entry<TableName, List<Put>> table : puts.entrySet()) {
        TableName copy = makeCopy(admin, table.getKey());
        List<Put> rows = table.getValue();
        for (int from = 0; from < rows.size(); from += BATCH_ROWS) {
          List<Put> batch = rows.subList(from, Math.min(rows.size(), from + BATCH_ROWS));
          batches.add(() -> put(copy, batch));
        }
      }
    }
    return batches;
  }

  private TableName makeCopy(Admin admin, TableName name) throws IOException {
    TableName copy =
        TableName.valueOf(name.getNamespaceAsString(), "copy_" + name.getQualifierAsString());
    TableDescriptor standing = admin.getDescriptor(name);
    byte[][] starts;
    try (var regions = connection.getRegionLocator(name)) {
      starts = regions.getStartKeys();
    }
    byte[][] splits = new byte[starts.length - 1][];
    System.arraycopy(starts, 1, splits, 0, splits.length);
    TableDescriptor fresh =
        TableDescriptorBuilder.newBuilder(copy)
            .setColumnFamilies(List.of(standing.getColumnFamilies()))
            .build();
    if (splits.length == 0) {
      admin.createTable(fresh);
    } else {
      admin.createTable(fresh, splits);
    }
    copies.add(copy);
    return copy;
  }

  private void put(TableName name, List<Put> batch) throws IOException {
    try (Table table = connection.getTable(name)) {
      // The client empties the list that it is given as rows are written.
      table.put(new ArrayList<>(batch));
    }
  }

  @Override
  public void remove() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName copy : copies) {
        admin.disableTable(copy);
        admin.deleteTable(copy);
      }
    }
    copies.clear();
  }

  @Override
  public long rows() {
    return puts.values().stream().mapToLong(List::size).sum();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
