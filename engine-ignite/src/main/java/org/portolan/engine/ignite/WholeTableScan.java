package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.cache.Cache;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.CachePeekMode;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.IgniteClient;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * One page of a scan over all rows, in the order of Ignite's partitions and of the keys' bytes
 * within each. Each page reads its partitions from their beginning and keeps only the rows that
 * fit; nothing stays open between pages. Used once.
 */
final class WholeTableScan {
  static final int PARTITIONS = RendezvousAffinityFunction.DFLT_PARTITION_COUNT;

  /** A table with at most this many rows is read as a whole, if it is also small in bytes. */
  private static final int SMALL_ROWS = 2_000;

  private static final int SMALL_BYTES = 4 << 20;

  private static final RendezvousAffinityFunction AFFINITY =
      new RendezvousAffinityFunction(false, PARTITIONS);

  private final IgniteClient client;
  private final TableHandle table;
  private final Scan scan;
  private final List<String> caches;
  private final List<Row> rows = new ArrayList<>();
  private long bytes;
  private boolean full;

  WholeTableScan(IgniteClient client, TableHandle table, Scan scan) {
    this.client = client;
    this.table = table;
    this.scan = scan;
    RowReader.requireFamilies(table, scan.families());
    requireAll(scan);
    caches =
        scan.families().stream()
            .map(FamilyRead::family)
            .map(table::family)
            .map(FamilyHandle::cache)
            .toList();
  }

  private void requireAll(Scan wanted) {
    KeyRange range = wanted.range();
    boolean afterKey = range.from().size() == table.schema().key().size() && !range.fromInclusive();
    if (wanted.reversed() || !range.to().isEmpty() || !(range.from().isEmpty() || afterKey)) {
      throw new CapabilityException(
          "table '"
              + wanted.table()
              + "' cannot be scanned in the order of its keys: Ignite spreads them by their hashes;"
              + " scan all rows, or the rows after one row in Ignite's own order");
    }
  }

  /** A place in the order of the scan. */
  private record Place(int partition, Bytes order) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byPartition = Integer.compare(partition, other.partition);
      return byPartition != 0 ? byPartition : order.compareTo(other.order);
    }
  }

  static int partition(BinaryObject key) {
    return AFFINITY.partition(key);
  }

  private Place place(Tuple key, BinaryObject binaryKey) {
    return new Place(partition(binaryKey), Bytes.wrap(table.order(key)));
  }

  ScanPage page() {
    Tuple from = scan.range().from();
    Place after = from.isEmpty() ? null : place(from, table.encode(from));
    if (!readSmall(after)) {
      for (int partition = after == null ? 0 : after.partition();
          partition < PARTITIONS && !full;
          partition++) {
        Page part = new Page(after);
        for (String cache : caches) {
          read(cache, new ScanQuery<BinaryObject, Object>().setPartition(partition), part);
        }
        take(part);
      }
    }
    return new ScanPage(
        rows, full ? Optional.of(rows.get(rows.size() - 1).key()) : Optional.empty());
  }

  /** Reads the whole table if it is small; returns whether it was. */
  private boolean readSmall(Place after) {
    for (String cache : caches) {
      if (Fetch.cache(client, cache).size(CachePeekMode.PRIMARY) > SMALL_ROWS) {
        return false;
      }
    }
    Page all = new Page(after);
    for (String cache : caches) {
      if (!read(cache, new ScanQuery<>(), all) || all.bytesRead > SMALL_BYTES) {
        return false;
      }
    }
    take(all);
    return true;
  }

  /** Reads into a page; returns whether the query was read to its end. */
  private boolean read(String cache, ScanQuery<BinaryObject, Object> query, Page page) {
    boolean whole = query.getPartition() == null;
    query.setPageSize(whole ? 256 : 1_024);
    try (var cursor = Fetch.cache(client, cache).query(query)) {
      for (Cache.Entry<BinaryObject, Object> entry : cursor) {
        page.add(cache, entry.getKey(), entry.getValue());
        if (whole && page.bytesRead > SMALL_BYTES) {
          return false;
        }
      }
    }
    return true;
  }

  private void take(Page page) {
    for (Found found : page.found.values()) {
      if (full) {
        return;
      }
      Row row =
          RowReader.row(table, found.key, found.binaryKey, scan.families(), found.values::get);
      rows.add(row);
      bytes += row.bytes();
      full = rows.size() >= scan.rowsMax() || bytes >= scan.bytesMax();
    }
  }

  /** The values found of a row. */
  private static final class Found {
    final Tuple key;
    final BinaryObject binaryKey;
    final Map<String, Object> values = new HashMap<>();

    Found(Tuple key, BinaryObject binaryKey) {
      this.key = key;
      this.binaryKey = binaryKey;
    }
  }

  /** The first rows after a place, as many as the page still has room for. */
  private final class Page {
    final TreeMap<Place, Found> found = new TreeMap<>();
    final Place after;
    final int room = scan.rowsMax() - rows.size();
    Place end;
    long bytesRead;

    Page(Place after) {
      this.after = after;
    }

    void add(String cache, BinaryObject key, Object value) {
      bytesRead += key.size() + (value instanceof BinaryObject object ? object.size() : 8);
      Tuple tuple = table.decode(key);
      Place place = place(tuple, key);
      if ((after != null && place.compareTo(after) <= 0)
          || (end != null && place.compareTo(end) >= 0)) {
        return;
      }
      found.computeIfAbsent(place, none -> new Found(tuple, key)).values.put(cache, value);
      if (found.size() > room) {
        // A later family must not bring back a part of the dropped row.
        end = found.lastKey();
        found.remove(end);
      }
    }
  }
}
