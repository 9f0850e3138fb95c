package org.portolan.data.internal.access;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;

/**
 * Rows that were read earlier, outside of transactions; they may be outdated. A user must be able
 * to tell that a row is outdated from what it reads next. Holds a bounded number of bytes and
 * forgets the rows that were used least recently. Thread-safe; no call waits for an engine.
 */
public final class RowCache {
  /** The approximate memory that one row needs beyond its stored size, in bytes. */
  private static final int ROW_OVERHEAD = 300;

  private final Reader reader;
  private final long bytesMax;
  private final Map<RowKey, Row> rows = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * @param reader reads the committed state, outside of transactions
   * @param bytesMax the most bytes to hold, approximately
   */
  public RowCache(Reader reader, long bytesMax) {
    this.reader = reader;
    this.bytesMax = bytesMax;
  }

  /** Returns the reader of the committed state, outside of transactions. */
  Reader reader() {
    return reader;
  }

  Optional<Row> find(RowKey key) {
    synchronized (rows) {
      return Optional.ofNullable(rows.get(key));
    }
  }

  void put(RowKey key, Row row) {
    synchronized (rows) {
      remove(key);
      rows.put(key, row);
      bytes += size(row);
      var eldest = rows.entrySet().iterator();
      while (bytes > bytesMax && eldest.hasNext()) {
        bytes -= size(eldest.next().getValue());
        eldest.remove();
      }
    }
  }

  void forget(RowKey key) {
    synchronized (rows) {
      remove(key);
    }
  }

  private void remove(RowKey key) {
    Row before = rows.remove(key);
    if (before != null) {
      bytes -= size(before);
    }
  }

  private static long size(Row row) {
    // Decoded values need several times the bytes in which they are stored.
    return 4L * row.bytes() + ROW_OVERHEAD;
  }

  /** Returns the bytes that are held, approximately. */
  long bytes() {
    synchronized (rows) {
      return bytes;
    }
  }
}
