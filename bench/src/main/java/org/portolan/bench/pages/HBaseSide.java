package org.portolan.bench.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.client.HBaseSettings;
import org.portolan.engine.adapter.ClusterUri;

/**
 * HBase's own client. It reads and writes the same families of the same row, undecoded, with the
 * same durability as the data layer. A save is a checked put of the row and then a put that counts
 * the edit, in a separate table of the benchmark. The edit is not counted if the client dies in
 * between. By hand, the row has an outbox against this, and the text is expanded and compressed.
 */
final class HBaseSide implements PageSide {
  private static final byte[] WRITE = bytes("_write");
  private static final byte[] VERSION = bytes("version");
  private static final int HISTORY_BYTES = 60;
  private static final byte[] BODY = bytes("body");
  private static final byte[] TEXT = bytes("text");

  private final PageLayout layout = new PageLayout();
  private final Connection connection;
  private final Table table;
  private final TableName countsName;
  private final Table counts;
  private final Optional<HBaseOutboxes> outboxes;

  /** The numbers of this client's edits, different from those of other clients. */
  private final AtomicLong numbers = new AtomicLong(System.nanoTime() << 16);

  /**
   * @param byHand whether to give the guarantee of the data layer
   */
  HBaseSide(ClusterUri address, boolean byHand) {
    try {
      connection = ConnectionFactory.createConnection(HBaseSettings.of(address));
      String namespace = address.name();
      table = connection.getTable(TableName.valueOf(namespace, PageLayout.TABLE));
      countsName = TableName.valueOf(namespace, "benchmark_" + System.nanoTime());
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(countsName)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("edits"))
                .build());
      }
      counts = connection.getTable(countsName);
      outboxes = byHand ? Optional.of(new HBaseOutboxes(WRITE, table, counts)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Result get(int page, boolean whole) throws IOException {
    Get get = new Get(layout.encodedRowKey(page));
    for (String family : PageLayout.VIEW) {
      get.addFamily(bytes(family));
    }
    if (whole) {
      get.addFamily(bytes(PageLayout.LINKS)).addFamily(WRITE);
    }
    Result result = table.get(get);
    if (result.getValue(BODY, TEXT) == null) {
      throw new BenchmarkFailedException("the row of page " + page + " has no text");
    }
    return result;
  }

  @Override
  public void read(int page) throws IOException {
    Result row = get(page, false);
    if (outboxes.isPresent()) {
      PageLayout.expanded(row.getValue(BODY, TEXT));
    }
  }

  @Override
  public void save(int page) throws IOException {
    Result row = get(page, true);
    if (outboxes.isPresent()) {
      outboxes.get().takeOver(row);
    }
    byte[] before = row.getValue(WRITE, VERSION);
    long version = Bytes.toLong(before) + 1;
    long number = numbers.incrementAndGet();
    Put put = put(row, version);
    outboxes.ifPresent(each -> each.addTo(put, number));
    boolean done =
        table
            .checkAndMutate(
                CheckAndMutate.newBuilder(row.getRow()).ifEquals(WRITE, VERSION, before).build(put))
            .isSuccess();
    if (!done) {
      throw new BenchmarkFailedException("another writer changed the row of page " + page);
    }
    counts.put(HBaseOutboxes.count(number));
    if (outboxes.isPresent()) {
      outboxes.get().counted(row.getRow(), version, number);
    }
  }

  /** Returns a put of the row and its two items. */
  private Put put(Result row, long version) throws IOException {
    Put put = new Put(row.getRow(), version).setDurability(Durability.FSYNC_WAL);
    for (Cell cell : row.rawCells()) {
      byte[] family = CellUtil.cloneFamily(cell);
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (!Bytes.equals(qualifier, HBaseOutboxes.QUALIFIER)) {
        put.addColumn(family, qualifier, value(cell, family, qualifier, version));
      }
    }
    long revision = Bytes.toLong(row.getValue(bytes("meta"), bytes("revision")));
    put.addColumn(
        bytes(PageLayout.TEXTS),
        layout.itemKey(PageLayout.TEXTS, revision),
        row.getValue(BODY, TEXT));
    put.addColumn(
        bytes(PageLayout.HISTORY),
        layout.itemKey(PageLayout.HISTORY, revision),
        new byte[HISTORY_BYTES]);
    return put;
  }

  private byte[] value(Cell cell, byte[] family, byte[] qualifier, long version) {
    byte[] value = CellUtil.cloneValue(cell);
    if (Bytes.equals(family, WRITE) && Bytes.equals(qualifier, VERSION)) {
      return Bytes.toBytes(version);
    }
    boolean text = Bytes.equals(family, BODY) && Bytes.equals(qualifier, TEXT);
    return text && outboxes.isPresent() ? PageLayout.compressed(PageLayout.expanded(value)) : value;
  }

  @Override
  public void close() {
    try {
      if (outboxes.isPresent()) {
        outboxes.get().close();
      }
      table.close();
      counts.close();
      try (Admin admin = connection.getAdmin()) {
        admin.disableTable(countsName);
        admin.deleteTable(countsName);
      }
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
