package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.portolan.data.EntityRow;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.read.MergedScan.Ranges;
import org.portolan.data.internal.read.SortedRuns.Keyed;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.Tuple;

/**
 * A large part of several ranges, one for each prefix of a key layout, in the order of what follows
 * the prefix. Other than {@link MergedScan} it returns about as many rows as are wanted, and wastes
 * almost none that it reads: some ranges, read first, show up to which key there are about that
 * many, and then all ranges are read up to that key. This takes two round trips, and more if few
 * ranges have most of the rows.
 */
final class MergedBatch {
  private static final int SAMPLE_MAX = 64;

  /** One range of this many is sampled, as long as these are few. */
  private static final int SAMPLED_OF = 4;

  /** How many times as many rows of a range as in the round before are read, if it has them. */
  private static final int GROWTH = 4;

  private final Access access;
  private final EntitySchema entity;
  private final Projection projection;
  private final ReadOrder order;
  private final int wanted;
  private final int rowBytes;

  private final SortedRuns runs;
  private int rows;
  private long bytes;

  /** What follows the prefix in the last key up to which all rows are known; null for all. */
  private Tuple complete;

  /**
   * @param wanted about how many rows to read
   * @param rowBytes the expected size of a row, in bytes
   */
  MergedBatch(
      Access access,
      EntitySchema entity,
      Projection projection,
      ReadOrder order,
      int wanted,
      int rowBytes) {
    this.access = access;
    this.entity = entity;
    this.projection = projection;
    this.order = order;
    this.runs = new SortedRuns(order);
    this.wanted = wanted;
    this.rowBytes = rowBytes;
  }

  /**
   * All rows up to a key.
   *
   * @param complete the key, without its prefix; null if no rows follow
   * @param rowBytes the mean of their stored sizes
   */
  record Batch(List<Keyed> rows, Tuple complete, int rowBytes) {}

  /** The rest of a range: what follows the prefix in the last key read, null for none yet. */
  private record Rest(int prefix, Tuple reached) {}

  /** Reads the batch; call this once. */
  Batch read(List<Integer> prefixes, Ranges ranges) {
    int count = prefixes.size();
    int sampled = Math.min(SAMPLE_MAX, Math.max(1, count / SAMPLED_OF));
    List<Rest> sample = new ArrayList<>(sampled);
    List<Rest> rest = new ArrayList<>(count);
    for (int position = 0; position < count; position++) {
      boolean chosen = position == (long) sample.size() * count / sampled;
      (chosen ? sample : rest).add(new Rest(prefixes.get(position), null));
    }
    double share = (double) wanted / count;
    List<Rest> left = scan(ranges, sample, null, likely(share, 2));
    Tuple limit = limit((int) Math.ceil(share * sampled));
    rest.addAll(left);
    int rowsMax = likely(share, 4);
    do {
      rest.removeIf(each -> !isBefore(each.reached(), limit));
      rest = scan(ranges, rest, limit, rowsMax);
      complete = limit;
      for (Rest each : rest) {
        complete = isBefore(each.reached(), complete) ? each.reached() : complete;
      }
      rowsMax = Math.min(GROWTH * rowsMax, Math.max(rowsMax, wanted));
      // Most rows may be in few of the ranges.
    } while (!rest.isEmpty() && rows < wanted && completeRows().size() < wanted / 2);
    int mean = (int) Math.max(1, bytes / Math.max(1, rows));
    return new Batch(completeRows(), complete, mean);
  }

  /** Returns a number of rows that few ranges exceed, if they have {@code mean} on average. */
  private static int likely(double mean, int deviations) {
    return (int) Math.ceil(mean + deviations * Math.sqrt(mean));
  }

  /** Whether rows of a range up to a key may be unread; null is behind all keys. */
  private boolean isBefore(Tuple reached, Tuple key) {
    return reached == null || key == null || order.compare(reached, key) < 0;
  }

  /** Merges the rows; returns those that have no unknown row before them. */
  private List<Keyed> completeRows() {
    List<Keyed> merged = runs.merge();
    int end = merged.size();
    while (complete != null
        && end > 0
        && order.compare(merged.get(end - 1).behindPrefix(), complete) > 0) {
      end--;
    }
    return merged.subList(0, end);
  }

  /** Returns the key up to which the sample has some number of rows; null if it has fewer. */
  private Tuple limit(int expected) {
    List<Keyed> sample = runs.merge();
    return expected > sample.size() ? null : sample.get(expected - 1).behindPrefix();
  }

  private KeyRange range(KeyRange whole, Rest rest, Tuple limit) {
    KeyRange range =
        rest.reached() == null
            ? whole
            : order.behind(whole, MergedScan.prefixed(entity, rest.prefix(), rest.reached()));
    return limit == null
        ? range
        : order.upTo(range, MergedScan.prefixed(entity, rest.prefix(), limit));
  }

  /**
   * Reads a page of each range.
   *
   * @param limit what follows the prefix in the last key to read, null for no limit
   * @return the ranges of which more may follow
   */
  private List<Rest> scan(Ranges ranges, List<Rest> parts, Tuple limit, int rowsMax) {
    List<Scan> scans = new ArrayList<>(parts.size());
    int bytesMax = (int) Math.min(Scan.BYTES_DEFAULT, 2L * rowsMax * rowBytes);
    for (Rest part : parts) {
      KeyRange range = range(ranges.of(part.prefix()), part, limit);
      scans.add(
          new Scan(
              entity.table(), range, order.backwards(), rowsMax, bytesMax, projection.reads()));
    }
    List<Rest> left = new ArrayList<>();
    Iterator<Rest> scanned = parts.iterator();
    access.scanAll(
        scans,
        page -> {
          add(page);
          Rest part = scanned.next();
          if (page.next().isPresent()) {
            Tuple reached = entity.keyMapping().behindPrefix(page.next().get());
            left.add(new Rest(part.prefix(), reached));
          }
        });
    return left;
  }

  private void add(ScanPage page) {
    SortedRuns.Run run = runs.begin(page.rows().size());
    for (Row row : page.rows()) {
      rows++;
      bytes += row.bytes();
      if (entity.exists(row)) {
        Tuple behindPrefix = entity.keyMapping().behindPrefix(row.key());
        EntityRow found = projection.row(entity.key(row, behindPrefix), row);
        run.add(new Keyed(found, behindPrefix));
      }
    }
  }
}
