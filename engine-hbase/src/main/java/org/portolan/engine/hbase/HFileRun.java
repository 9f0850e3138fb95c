package org.portolan.engine.hbase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
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
  record Taken(Map<String, List<byte[]>> cells, long bytes) {}

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
