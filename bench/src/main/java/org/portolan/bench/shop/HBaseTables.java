package org.portolan.bench.shop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.bench.client.HBaseSettings;
import org.portolan.engine.adapter.ClusterUri;

/** The tables of a shop on HBase, in the namespace of a store, beside its own. Thread-safe. */
final class HBaseTables {
  static final byte[] RESERVED = Bytes.toBytes("r");

  private static final List<String> NAMES =
      List.of("product", "order", "list", "email", "customer");

  private final ClusterUri address;
  private final String name;
  private final AsyncConnection connection;

  /** Opens the tables; creates them if there are none. */
  HBaseTables(ClusterUri address, String name) {
    this.address = address;
    this.name = name;
    try {
      create();
      connection = ConnectionFactory.createAsyncConnection(HBaseSettings.of(address)).get();
    } catch (IOException | ExecutionException failure) {
      throw new IllegalStateException("the shop by hand cannot open its tables", failure);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a shop was opened", stop);
    }
  }

  private TableName nameOf(String table) {
    return TableName.valueOf(address.name(), name + "_" + table);
  }

  private void create() throws IOException {
    try (Connection blocking = ConnectionFactory.createConnection(HBaseSettings.of(address));
        Admin admin = blocking.getAdmin()) {
      for (String table : NAMES) {
        TableDescriptorBuilder made =
            TableDescriptorBuilder.newBuilder(nameOf(table))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(HBaseRows.FAMILY));
        if (table.equals("product")) {
          made.setColumnFamily(ColumnFamilyDescriptorBuilder.of(RESERVED));
        }
        if (!admin.tableExists(nameOf(table))) {
          admin.createTable(made.build(), splits(table));
        }
      }
    }
  }

  /** Keys are random and hexadecimal, but those of products end in numbers. */
  private static byte[][] splits(String table) {
    String before = table.equals("product") ? "sku-" : "";
    return List.of("4", "8", "c").stream()
        .map(digit -> Bytes.toBytes(before + digit))
        .toArray(byte[][]::new);
  }

  /** Returns a table whose requests HBase's client repeats. */
  AsyncTable<AdvancedScanResultConsumer> table(String table) {
    return connection.getTable(nameOf(table));
  }

  /**
   * Returns a table whose requests are sent once: repeated after a lost answer, a change could be
   * made twice, or fail on the condition that it has changed itself.
   */
  AsyncTable<AdvancedScanResultConsumer> once(String table) {
    return connection.getTableBuilder(nameOf(table)).setMaxRetries(0).build();
  }

  /** Removes the tables and ends the connection. */
  void drop() throws IOException {
    try (Connection blocking = ConnectionFactory.createConnection(HBaseSettings.of(address));
        Admin admin = blocking.getAdmin()) {
      for (String table : NAMES) {
        admin.disableTable(nameOf(table));
        admin.deleteTable(nameOf(table));
      }
    }
    try {
      connection.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
