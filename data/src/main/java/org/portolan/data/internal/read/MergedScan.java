package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * The first rows of several ranges, one for each prefix of a key layout, in the order of what
 * follows the prefix. A prefixed key layout needs this for an ordered range scan, which Zdravevski
 * 2016 leaves open.
 *
 * <p>The first round reads of each range its share of the rows wanted, as if the ranges were
 * equally long. As soon as as many rows are known as are wanted, the last of them is a bound:
 * nothing behind it is read any more. Further rounds read only from ranges that end before the
 * bound, four times as many rows of each as the round before. All ranges of a round are read at
 * once, as far as their rows fit into memory: so a page of some thousand ranges of small rows takes
 * two to four round trips if the rows are spread evenly, and one for each factor of four if a
 * single prefix has them all.
 */
public final class MergedScan {
  /** The ranges that are read first, to learn how large rows are. */
  private static final int FIRST_RANGES = 64;

  /** The ranges that are read at once while no row has been found. */
  private static final int UNKNOWN_RANGES_MAX = 1_024;

  /** The ranges that are read at once, however small their rows are. */
  private static final int RANGES_MAX = 4_096;

  /** The bytes that are read at a time; more by at most a row of each range read at once. */
  private static final int BYTES_MAX = 16 << 20;

  private static final int GROWTH = 4;

  private final Access access;
  private final EntitySchema entity;
  private final List<FamilyRead> reads;
  private final KeyCodec orderCodec;
  private final Comparator<Row> order;
  private final int wanted;

  /** The first rows so far, in order, at most as many as are wanted. */
  private List<Row> rows = new ArrayList<>();

  private int rangesRead;
  private long rowsRead;
  private long bytesRead;

  /**
   * @param orderCodec compares what follows the prefix
   * @param wanted the number of rows to find, at least 1
   */
  MergedScan(
      Access access, EntitySchema entity, List<FamilyRead> reads, KeyCodec orderCodec, int wanted) {
    this.access = access;
    this.entity = entity;
    this.reads = reads;
    this.orderCodec = orderCodec;
    this.order = (left, right) -> orderCodec.compare(behindPrefix(left), behindPrefix(right));
    this.wanted = wanted;
  }

  /**
   * A range of which more rows may be needed.
   *
   * @param reached what follows the prefix in the last key that was read
   */
  private record Source(int prefix, KeyRange rest, Optional<Tuple> reached) {}

  /**
   * Returns the first rows of all ranges, in order: as many as are wanted, or all if they are
   * fewer.
   *
   * @param range returns the range of a prefix
   */
  List<Row> first(List<Integer> prefixes, Ranges range) {
    if (prefixes.size() == 1) {
      return ofOne(range.of(prefixes.get(0)));
    }
    int share = -Math.floorDiv(-wanted, Math.max(1, prefixes.size()));
    List<Source> sources =
        round(
            prefixes.size(),
            position ->
                new Source(
                    prefixes.get(position), range.of(prefixes.get(position)), Optional.empty()),
            share);
    while (!sources.isEmpty()) {
      share = (int) Math.min(wanted, (long) share * GROWTH);
      sources = round(sources.size(), sources::get, share);
    }
    return rows;
  }

  /** Returns the first rows of the only range, as the engine orders them. */
  private List<Row> ofOne(KeyRange range) {
    KeyRange rest = range;
    while (true) {
      int missing = wanted - rows.size();
      Scan scan = new Scan(entity.table(), rest, false, missing, Scan.BYTES_DEFAULT, reads);
      ScanPage page = access.scan(scan);
      rows.addAll(page.rows());
      if (page.next().isEmpty() || rows.size() == wanted) {
        return rows;
      }
      rest = rest.after(page.next().get());
    }
  }

  /** The ranges to read. */
  interface Ranges {
    KeyRange of(int prefix);
  }

  /**
   * Reads a page of each range; returns the ranges of which more rows are needed: at most as many
   * as rows are wanted, because each has one of the rows so far.
   */
  private List<Source> round(int count, IntFunction<Source> sources, int share) {
    List<Source> more = new ArrayList<>();
    for (int from = 0; from < count; ) {
      int to = Math.min(count, from + rangesAtOnce(share));
      more.addAll(read(IntStream.range(from, to).mapToObj(sources).toList(), share));
      more.removeIf(source -> !isBeforeBound(source));
      from = to;
    }
    return more;
  }

  private int rangesAtOnce(int share) {
    if (rowsRead == 0) {
      return Math.max(FIRST_RANGES, Math.min(UNKNOWN_RANGES_MAX, GROWTH * rangesRead));
    }
    long rowBytes = Math.max(1, bytesRead / rowsRead);
    return (int) Math.max(1, Math.min(RANGES_MAX, BYTES_MAX / rowBytes / share));
  }

  private List<Source> read(List<Source> sources, int share) {
    List<Scan> scans = new ArrayList<>(sources.size());
    int bytes = Math.min(Scan.BYTES_DEFAULT, BYTES_MAX / sources.size());
    for (Source source : sources) {
      scans.add(
          new Scan(
              entity.table(),
              upToBound(source),
              false,
              Math.min(share, needed(source)),
              Math.max(1, bytes),
              reads));
    }
    List<ScanPage> pages = access.scanAll(scans);
    List<Source> more = new ArrayList<>();
    List<Row> found = new ArrayList<>(rows);
    for (int position = 0; position < pages.size(); position++) {
      Source source = sources.get(position);
      ScanPage page = pages.get(position);
      for (Row row : page.rows()) {
        found.add(row);
        bytesRead += row.bytes();
        rowsRead++;
      }
      if (page.next().isPresent()) {
        Tuple last = page.next().get();
        Optional<Tuple> reached = Optional.of(entity.keyMapping().behindPrefix(last));
        more.add(new Source(source.prefix(), source.rest().after(last), reached));
      }
    }
    rangesRead += sources.size();
    found.sort(order);
    rows = found.size() <= wanted ? found : new ArrayList<>(found.subList(0, wanted));
    return more;
  }

  /** Returns how many rows of a range can be among those wanted, beyond those read. */
  private int needed(Source source) {
    if (source.reached().isEmpty()) {
      return wanted;
    }
    int from = 0;
    int to = rows.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (orderCodec.compare(behindPrefix(rows.get(middle)), source.reached().get()) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return Math.max(1, wanted - from);
  }

  private KeyRange upToBound(Source source) {
    if (rows.size() < wanted) {
      return source.rest();
    }
    Tuple bound = prefixed(entity, source.prefix(), behindPrefix(rows.get(wanted - 1)));
    return new KeyRange(source.rest().from(), source.rest().fromInclusive(), bound, true);
  }

  private boolean isBeforeBound(Source source) {
    return rows.size() < wanted
        || orderCodec.compare(source.reached().orElseThrow(), behindPrefix(rows.get(wanted - 1)))
            < 0;
  }

  private Tuple behindPrefix(Row row) {
    return entity.keyMapping().behindPrefix(row.key());
  }

  /** Returns how many round trips a page takes at least, if there are rows. */
  public static int roundTripsMin(int prefixes) {
    int others = Math.max(0, prefixes - FIRST_RANGES);
    return 1 + Math.floorDiv(others + RANGES_MAX - 1, RANGES_MAX);
  }

  /** Returns the row key of a prefix and what follows it. */
  static Tuple prefixed(EntitySchema entity, int prefix, Tuple behindPrefix) {
    var layout = entity.keyMapping().layout();
    return layout.prefixRange() == 1
        ? behindPrefix
        : Tuple.of(layout.prefixText(prefix)).append(behindPrefix);
  }

  /** Returns a codec of what follows the prefix. */
  static KeyCodec orderCodec(EntitySchema entity) {
    List<KeyColumn> columns = entity.keyMapping().rowKeyColumns();
    int prefix = entity.keyMapping().layout().prefixRange() > 1 ? 1 : 0;
    return new KeyCodec(columns.subList(prefix, columns.size()));
  }
}
