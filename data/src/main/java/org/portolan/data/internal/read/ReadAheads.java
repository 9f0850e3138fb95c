package org.portolan.data.internal.read;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.Columns;
import org.portolan.data.internal.read.SortedRuns.Keyed;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.types.Tuple;

/**
 * Rows that ordered scans have read beyond their last pages, until the next page takes them. They
 * are used only while the engine's state is the one in which they were read ({@link
 * org.portolan.engine.Reader#stateNumber}), so a page shows nothing older than it would without
 * them.
 *
 * <p>Holds a bounded amount of memory: half of what is left for each scan, so several scans can go
 * on at once; the scans that went on least recently are forgotten. The rows of an abandoned scan
 * are held until others need their room or the process runs short of memory. Thread-safe.
 */
public final class ReadAheads {
  /** The memory for all rows, in bytes: a small part of the heap, whatever its size. */
  private static final long BYTES_MAX = Math.min(128 << 20, Runtime.getRuntime().maxMemory() / 16);

  private static final int SCANS_MAX = 8;

  /** The approximate memory that one row needs beyond twice its stored size, in bytes. */
  private static final int ROW_OVERHEAD = 500;

  private final Map<Place, Entry> entries = new LinkedHashMap<>();
  private long bytes;

  /** The place that a scan has reached: the next page begins after a key without its prefix. */
  record Place(
      EntitySchema entity, Tuple leading, Columns columns, boolean backwards, Tuple after) {}

  private record Entry(SoftReference<Ahead> ahead, long bytes) {}

  /** Rows in order that follow the last page. Belongs to one call at a time. */
  static final class Ahead {
    private final long stateNumber;
    private List<Keyed> rows = List.of();
    private int from;
    private Tuple complete;
    private boolean last;
    private int batchRows;
    private int rowBytes;

    /** Begins without rows. */
    Ahead(long stateNumber, Tuple after, int rowBytes) {
      this.stateNumber = stateNumber;
      this.complete = after;
      this.rowBytes = rowBytes;
    }

    /** Returns the engine's state in which the rows were read. */
    long stateNumber() {
      return stateNumber;
    }

    int size() {
      return rows.size() - from;
    }

    /** Whether no rows follow these. */
    boolean last() {
      return last;
    }

    /** Returns the key up to which all rows are known or were taken. */
    Tuple complete() {
      return complete;
    }

    /** Returns the number of rows for which the last batch was read; 0 before the first. */
    int batchRows() {
      return batchRows;
    }

    /** Returns the mean of the stored sizes of rows, in bytes. */
    int rowBytes() {
      return rowBytes;
    }

    List<Keyed> first(int count) {
      return rows.subList(from, from + Math.min(count, size()));
    }

    void take(int count) {
      from += count;
    }

    void add(MergedBatch.Batch batch, int wanted) {
      List<Keyed> all = new ArrayList<>(size() + batch.rows().size());
      all.addAll(first(size()));
      all.addAll(batch.rows());
      rows = all;
      from = 0;
      complete = batch.complete();
      last = complete == null;
      batchRows = wanted;
      rowBytes = Math.max(rowBytes, batch.rowBytes());
    }
  }

  /** Returns what was read ahead from a place and forgets it; null if there is nothing. */
  Ahead take(Place place) {
    synchronized (entries) {
      return remove(place);
    }
  }

  void put(Place place, Ahead ahead) {
    long size = ahead.size() * memory(ahead.rowBytes());
    synchronized (entries) {
      remove(place);
      entries.put(place, new Entry(new SoftReference<>(ahead), size));
      bytes += size;
      while (entries.size() > SCANS_MAX || (bytes > BYTES_MAX && entries.size() > 1)) {
        remove(entries.keySet().iterator().next());
      }
    }
  }

  private Ahead remove(Place place) {
    Entry entry = entries.remove(place);
    if (entry == null) {
      return null;
    }
    bytes -= entry.bytes();
    return entry.ahead().get();
  }

  /** Returns how many rows of a stored size one scan may read ahead. */
  int roomRows(int rowBytes) {
    synchronized (entries) {
      return (int) Math.max(0, (BYTES_MAX - bytes) / 2 / memory(rowBytes));
    }
  }

  private static long memory(int rowBytes) {
    // Decoded values need more than the bytes in which they are stored.
    return 2L * rowBytes + ROW_OVERHEAD;
  }
}
