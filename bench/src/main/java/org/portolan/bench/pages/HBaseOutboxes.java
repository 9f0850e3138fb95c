package org.portolan.bench.pages;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Outboxes by hand: a save writes the number of its count into the row, with the row. If the client
 * dies before it has counted, the next save of the row counts, or a scan for rows with a number. To
 * count the same number again has no effect. Numbers of counted edits are cleared later, many rows
 * in one request. Thread-safe.
 */
final class HBaseOutboxes {
  /** Behind the qualifiers of the data layer, which reads the row too. */
  static final byte[] QUALIFIER = Bytes.toBytes("~by_hand");

  private static final byte[] EDITS = Bytes.toBytes("edits");
  private static final int CLEARED_AT_ONCE = 256;

  private final byte[] family;
  private final Table rows;
  private final Table counts;
  private final Set<Long> counted = ConcurrentHashMap.newKeySet();
  private List<CheckAndMutate> clearings = new ArrayList<>();

  /**
   * @param family of the rows, for the numbers
   */
  HBaseOutboxes(byte[] family, Table rows, Table counts) {
    this.family = family;
    this.rows = rows;
    this.counts = counts;
  }

  /** Counts an edit under its number. */
  static Put count(long number) {
    return new Put(EDITS)
        .setDurability(Durability.FSYNC_WAL)
        .addColumn(EDITS, Bytes.toBytes(number), Bytes.toBytes(1L));
  }

  /** Counts the last edit of a row, unless this client has done so. */
  void takeOver(Result row) throws IOException {
    byte[] left = row.getValue(family, QUALIFIER);
    if (left != null && !counted.contains(Bytes.toLong(left))) {
      counts.put(count(Bytes.toLong(left)));
    }
  }

  /** Adds the number to the put of a row. */
  void addTo(Put row, long number) {
    row.addColumn(family, QUALIFIER, Bytes.toBytes(number));
  }

  /** Call this when an edit has been counted. */
  void counted(byte[] row, long version, long number) throws IOException {
    counted.add(number);
    CheckAndMutate clearing =
        CheckAndMutate.newBuilder(row)
            .ifEquals(family, QUALIFIER, Bytes.toBytes(number))
            .build(
                new Delete(row)
                    .setDurability(Durability.ASYNC_WAL)
                    .addColumns(family, QUALIFIER, version));
    List<CheckAndMutate> full = List.of();
    synchronized (this) {
      clearings.add(clearing);
      if (clearings.size() == CLEARED_AT_ONCE) {
        full = clearings;
        clearings = new ArrayList<>();
      }
    }
    if (!full.isEmpty()) {
      clear(full);
    }
  }

  private void clear(List<CheckAndMutate> all) throws IOException {
    rows.checkAndMutate(all);
    all.forEach(done -> counted.remove(Bytes.toLong(done.getValue())));
  }

  /** Clears what is left. */
  synchronized void close() throws IOException {
    if (!clearings.isEmpty()) {
      clear(clearings);
    }
  }
}
