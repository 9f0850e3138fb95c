package org.portolan.engine.hbase;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Cells of one table, gathered until they are written to files. Thread-safe. */
final class HFileRun {
  /** What a cell takes besides its bytes: the header of the array, and its place in the list. */
  private static final int CELL_OVERHEAD_BYTES = 24;

  private Map<String, List<byte[]>> cells = new HashMap<>();
  private long bytes;

  /**
   * What was gathered.
   *
   * @param cells by family, in the order in which they came, in the form of HBase's {@code
   *     KeyValue}
   * @param bytes of memory that they take, about
   */
  record Taken(Map<String, List<byte[]>> cells, long bytes) {

    /**
     * Returns how many files the cells would make: one for each family and region.
     *
     * @param starts the first keys of all regions, ascending
     */
    int files(byte[][] starts) {
      int files = 0;
      for (List<byte[]> ofFamily : cells.values()) {
        BitSet touched = new BitSet(starts.length);
        for (byte[] cell : ofFamily) {
          KeyValue keyValue = new KeyValue(cell);
          int found =
              Arrays.binarySearch(starts, CellUtil.cloneRow(keyValue), Bytes.BYTES_COMPARATOR);
          touched.set(found >= 0 ? found : -found - 2);
        }
        files += touched.cardinality();
      }
      return files;
    }

    /** Returns the cells as puts of one row each; of equal ones the last. */
    List<Put> puts() {
      Map<ByteBuffer, Put> puts = new LinkedHashMap<>();
      for (List<byte[]> ofFamily : cells.values()) {
        KeyValue[] sorted = ofFamily.stream().map(KeyValue::new).toArray(KeyValue[]::new);
        CellComparator order = CellComparator.getInstance();
        Arrays.sort(sorted, order);
        for (int at = 0; at < sorted.length; at++) {
          if (at + 1 == sorted.length || order.compare(sorted[at], sorted[at + 1]) != 0) {
            byte[] row = CellUtil.cloneRow(sorted[at]);
            add(puts.computeIfAbsent(ByteBuffer.wrap(row), any -> new Put(row)), sorted[at]);
          }
        }
      }
      return List.copyOf(puts.values());
    }

    private static void add(Put put, KeyValue cell) {
      try {
        Put unused = put.add(cell);
      } catch (IOException ofAnotherRow) {
        throw new IllegalStateException(ofAnotherRow);
      }
    }
  }

  /** Returns the bytes that a put takes in memory. */
  long add(Put put) {
    Map<String, List<byte[]>> encoded = new HashMap<>();
    long more = 0;
    for (Map.Entry<byte[], List<Cell>> each : put.getFamilyCellMap().entrySet()) {
      List<byte[]> ofFamily = new ArrayList<>(each.getValue().size());
      for (Cell cell : each.getValue()) {
        byte[] keyValue = KeyValueUtil.copyToNewByteArray(cell);
        ofFamily.add(keyValue);
        more += keyValue.length + CELL_OVERHEAD_BYTES;
      }
      encoded.put(Bytes.toString(each.getKey()), ofFamily);
    }
    synchronized (this) {
      encoded.forEach(
          (family, added) -> cells.computeIfAbsent(family, any -> new ArrayList<>()).addAll(added));
      bytes += more;
    }
    return more;
  }

  synchronized long bytes() {
    return bytes;
  }

  /** Returns what was gathered, and begins anew. */
  synchronized Taken take() {
    Taken taken = new Taken(cells, bytes);
    cells = new HashMap<>();
    bytes = 0;
    return taken;
  }
}
