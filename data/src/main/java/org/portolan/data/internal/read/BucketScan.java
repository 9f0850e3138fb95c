package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.read.MergedScan.Found;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.design.key.TimeBuckets;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.Tuple;

/**
 * The first rows of one value of the partition columns, whose rows are cut into partitions by time,
 * on an engine that has order only within a partition. On an engine with order over the table they
 * are one range.
 *
 * <p>The buckets are known from the design, so nothing lists those that have rows: there is nothing
 * that a crash or a late write could leave wrong. The price is reads of empty buckets. The first
 * bucket is read alone, since a page of the newest rows mostly ends there; then as many at once as
 * will probably have the rows that are missing, at most four times as many as before. So a scan
 * that finds nothing ends after a few round trips: with 300 buckets after five.
 */
public final class BucketScan {
  /** The buckets that are read at once, at most. */
  static final int BUCKETS_MAX = 256;

  private static final int GROWTH = 4;

  /** The rows of a bucket that are worth a request. */
  private static final int ROWS_LEAST = 16;

  /** The bytes that are read at a time; more by at most a row of each bucket. */
  private static final int BYTES_MAX = 4 << 20;

  private final Access access;
  private final EntitySchema entity;
  private final List<FamilyRead> reads;
  private final int wanted;
  private final TimeBuckets buckets;
  private final ReadOrder order;
  private final boolean latestFirst;
  private final List<Found> rows = new ArrayList<>();

  /**
   * @param wanted the number of rows to find, at least 1
   */
  BucketScan(
      Access access, EntitySchema entity, List<FamilyRead> reads, ReadOrder order, int wanted) {
    this.access = access;
    this.entity = entity;
    this.reads = reads;
    this.order = order;
    this.wanted = wanted;
    buckets = entity.keyMapping().buckets().orElseThrow();
    KeyColumn time =
        entity.keyMapping().keyColumns().get(entity.keyMapping().partitionKeyColumns());
    latestFirst = (time.direction() == Direction.DESCENDING) != order.backwards();
  }

  /** Returns whether a scan has to go through the buckets of its rows. */
  static boolean serves(EntitySchema entity, Tuple leading) {
    return entity.keyOrder() == KeyOrder.WITHIN_PARTITION
        && entity.keyMapping().buckets().isPresent()
        && leading.size() == entity.keyMapping().partitionKeyColumns();
  }

  /**
   * Returns the first rows, in order: as many as are wanted, or all if they are fewer.
   *
   * @param leading the values of the partition columns
   * @param after what follows the prefix in the key after which to begin
   */
  List<Found> first(int prefix, Tuple leading, Optional<Tuple> after) {
    Tuple shared = entity.keyMapping().withPrefix(prefix, leading);
    Optional<Tuple> reached = after.map(key -> MergedScan.prefixed(entity, prefix, key));
    int next = reached.map(key -> position((String) key.get(shared.size()))).orElse(0);
    int read = 0;
    int atOnce = 1;
    while (next < buckets.count() && rows.size() < wanted) {
      int count = Math.min(atOnce, buckets.count() - next);
      int before = rows.size();
      List<ScanPage> pages = read(shared, next, count, reached);
      reached = Optional.empty();
      int position = 0;
      while (position < count && reached.isEmpty() && rows.size() < wanted) {
        ScanPage page = pages.get(position);
        add(page);
        // The rest of this bucket comes before the rows of the next one.
        reached = page.next();
        position += reached.isPresent() ? 0 : 1;
      }
      next += position;
      read += position;
      atOnce = reached.isPresent() ? 1 : atOnce(count, read, rows.size() == before);
    }
    return rows;
  }

  /** Returns how many round trips a scan of no rows takes. */
  public static int roundTripsMax(int buckets) {
    int trips = 0;
    int atOnce = 1;
    for (int read = 0; read < buckets; trips++) {
      read += atOnce;
      atOnce = Math.min(BUCKETS_MAX, GROWTH * atOnce);
    }
    return trips;
  }

  private void add(ScanPage page) {
    for (Row row : page.rows()) {
      if (rows.size() < wanted) {
        rows.add(new Found(row, entity.keyMapping().behindPrefix(row.key())));
      }
    }
  }

  /** Returns how many buckets to read next. */
  private int atOnce(int before, int read, boolean noneFound) {
    int most = Math.min(BUCKETS_MAX, GROWTH * before);
    if (noneFound || rows.isEmpty()) {
      return most;
    }
    long missing = (long) wanted - rows.size();
    return (int) Math.max(1, Math.min(most, (missing * read + rows.size() - 1) / rows.size()));
  }

  private List<ScanPage> read(Tuple shared, int from, int count, Optional<Tuple> reached) {
    List<Scan> scans = new ArrayList<>(count);
    int missing = wanted - rows.size();
    // Many buckets are read at once only if few rows are expected in each.
    int share = Math.min(missing, Math.max(ROWS_LEAST, GROWTH * (missing / count)));
    for (int position = from; position < from + count; position++) {
      KeyRange range = KeyRange.startingWith(shared.append(Tuple.of(text(position))));
      if (position == from && reached.isPresent()) {
        range = order.behind(range, reached.get());
      }
      int bytes = Math.min(Scan.BYTES_DEFAULT, BYTES_MAX / count);
      scans.add(new Scan(entity.table(), range, order.backwards(), share, bytes, reads));
    }
    List<ScanPage> pages = new ArrayList<>(count);
    access.scanAll(scans, pages::add);
    return pages;
  }

  /** Returns the bucket at a position in the order of the scan. */
  private String text(int position) {
    return buckets.text(latestFirst ? buckets.count() - 1 - position : position);
  }

  /** Returns the position of a bucket, or of the next one in the order of the scan. */
  private int position(String text) {
    int found = buckets.notBefore(text);
    return latestFirst ? Math.max(0, buckets.count() - 1 - found) : found;
  }
}
