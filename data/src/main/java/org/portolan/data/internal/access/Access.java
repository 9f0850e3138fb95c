package org.portolan.data.internal.access;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.portolan.data.Trace;
import org.portolan.data.internal.auto.IndexUses;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;

/**
 * Reads of an engine or a transaction, each counted in a trace if there is one.
 *
 * @param cache rows that may be outdated, see {@link #remembered}; null for none
 * @param held rows of this transaction, see {@link #hold}; null if this is none
 * @param uses counts what is done with indexes
 */
public record Access(
    Reader reader, Trace trace, RowCache cache, Map<RowKey, Row> held, IndexUses uses) {
  /** The most rows that a transaction holds; it reads others again. */
  private static final int HELD_MAX = 1_000;

  /** Makes an access that remembers no rows. */
  public Access(Reader reader, Trace trace) {
    this(reader, trace, null);
  }

  /** Makes an access outside of transactions. */
  public Access(Reader reader, Trace trace, RowCache cache) {
    this(reader, trace, cache, IndexUses.NONE);
  }

  /** As above, with counts of what is done with indexes. */
  public Access(Reader reader, Trace trace, RowCache cache, IndexUses uses) {
    this(reader, trace, cache, null, uses);
  }

  /** Makes the access of one transaction, used by one thread. */
  public static Access ofTransaction(
      Reader transaction, Trace trace, RowCache cache, IndexUses uses) {
    return new Access(transaction, trace, cache, new HashMap<>(), uses);
  }

  /** Returns an access by another reader, which is not counted, with the same cache. */
  public Access by(Reader other) {
    return new Access(other, null, cache, held, uses);
  }

  /** Reads rows in one round trip; makes no round trip if there is nothing to read. */
  public List<Row> get(List<Get> gets) {
    return get(reader, gets);
  }

  /**
   * Reads the committed state of rows in one round trip, outside of the transaction: they may be
   * newer than its snapshot, and the transaction does not validate them.
   */
  public List<Row> getOutside(List<Get> gets) {
    return get(cache == null || held == null ? reader : cache.reader(), gets);
  }

  /** Returns whether rows are remembered at all. */
  public boolean remembers() {
    return cache != null;
  }

  /** Returns a row as it was when it was remembered. */
  public Optional<Row> remembered(RowKey key) {
    return cache == null ? Optional.empty() : cache.find(key);
  }

  /** Remembers a row that was read, for all users of this store. */
  public void remember(RowKey key, Row row) {
    if (cache != null) {
      cache.put(key, row);
    }
  }

  /** Forgets a row, which is known to be outdated or about to be changed. */
  public void forget(RowKey key) {
    if (cache != null) {
      cache.forget(key);
    }
  }

  /**
   * Holds a row that the transaction has read and does not change before its end, so that it is not
   * read again.
   */
  public void hold(RowKey key, Row row) {
    if (held != null && held.size() < HELD_MAX) {
      held.put(key, row);
    }
  }

  /** Returns a row that is held. */
  public Optional<Row> heldRow(RowKey key) {
    return held == null ? Optional.empty() : Optional.ofNullable(held.get(key));
  }

  private List<Row> get(Reader from, List<Get> gets) {
    if (gets.isEmpty()) {
      return List.of();
    }
    List<Row> rows = from.get(gets);
    if (trace != null) {
      long bytes = 0;
      for (Row row : rows) {
        bytes += row.bytes();
      }
      count(gets, rows, bytes);
    }
    return rows;
  }

  /**
   * Counts a look-up of rows. Of those that are read for items in order, the first comes with the
   * round trip: the cost of a list is that of its entries.
   */
  private void count(List<Get> gets, List<Row> found, long bytes) {
    int rows = 0;
    int lists = 0;
    int entries = 0;
    for (int position = 0; position < gets.size(); position++) {
      int ofRow = 0;
      boolean columns = false;
      for (FamilyRead read : gets.get(position).families()) {
        if (read instanceof FamilyRead.Items items) {
          entries += found.get(position).itemsOf(items.family()).size();
        } else if (read instanceof FamilyRead.ItemsByKey items) {
          ofRow += items.itemKeys().size();
        } else {
          columns = true;
        }
      }
      rows += columns ? ofRow + 1 : ofRow;
      lists += columns || ofRow > 0 ? 0 : 1;
    }
    trace.read(gets.size(), rows > 0 ? rows + lists : lists - 1, entries, bytes);
  }

  /** Reads one page in one round trip. */
  public ScanPage scan(Scan scan) {
    ScanPage page = reader.scan(scan);
    if (trace != null) {
      Count count = new Count();
      count.add(page);
      trace.scanned(count.keys, count.bytes);
    }
    return page;
  }

  /**
   * Reads a page of each scan, all in one round trip; see {@link Reader#scanAll(List, Consumer)}.
   */
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    if (trace == null) {
      reader.scanAll(scans, receiver);
      return;
    }
    Count all = new Count();
    reader.scanAll(
        scans,
        page -> {
          all.add(page);
          receiver.accept(page);
        });
    trace.scanned(all.keys, all.bytes);
  }

  /** See {@link Reader#stateNumber}. */
  public OptionalLong stateNumber() {
    return reader.stateNumber();
  }

  /** What pages have in all. */
  private static final class Count {
    private int keys;
    private long bytes;

    private void add(ScanPage page) {
      keys += page.rows().size();
      for (Row row : page.rows()) {
        bytes += row.bytes();
      }
    }
  }
}
