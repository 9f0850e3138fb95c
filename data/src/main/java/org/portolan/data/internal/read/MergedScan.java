package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
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
 * <p>As soon as as many rows are known as are wanted, the last of them is a bound: nothing behind
 * it is read any more. Since rows mostly are spread evenly, a few ranges show where the bound will
 * be: the first round reads only {@link #FIRST_RANGES} of them, and the guess from these limits the
 * second round, which reads all ranges. So a page reads little more than the rows that it shows,
 * whatever the number of ranges. Further rounds read what is still missing: from ranges that end
 * before the bound, four times as many rows of each as the round before. If the guess was too low,
 * they read from all ranges, without it.
 *
 * <p>All ranges of a round are read at once, as far as their rows fit into memory: so a page of
 * some thousand ranges of small rows takes two to four round trips if the rows are spread evenly,
 * and one for each factor of four if a single prefix has them all.
 */
public final class MergedScan {
  /** The ranges that are read first, to learn how large rows are and where a page may end. */
  private static final int FIRST_RANGES = 64;

  /** The ranges that are read at once while no row has been found. */
  private static final int UNKNOWN_RANGES_MAX = 1_024;

  /** The ranges that are read at once, however small their rows are. */
  private static final int RANGES_MAX = 4_096;

  /**
   * The bytes that are read at a time; more by at most a row of each range read at once. In a small
   * heap less, since many threads may scan.
   */
  private static final int BYTES_MAX =
      (int) Math.min(16 << 20, Runtime.getRuntime().maxMemory() / 64);

  private static final int GROWTH = 4;

  private final Access access;
  private final EntitySchema entity;
  private final List<FamilyRead> reads;
  private final ReadOrder order;
  private final int wanted;

  /** The first rows so far, in order, at most as many as are wanted. */
  private List<Found> rows = new ArrayList<>();

  private int rangesRead;
  private long rowsRead;
  private long bytesRead;

  /**
   * @param order of what follows the prefix
   * @param wanted the number of rows to find, at least 1
   */
  MergedScan(
      Access access, EntitySchema entity, List<FamilyRead> reads, ReadOrder order, int wanted) {
    this.access = access;
    this.entity = entity;
    this.reads = reads;
    this.order = order;
    this.wanted = wanted;
  }

  /** A row, and what follows the prefix in its key. */
  record Found(Row row, Tuple behindPrefix) {}

  /**
   * A range of which more rows may be needed.
   *
   * @param reached what follows the prefix in the last key up to which all rows are known; null if
   *     none has been read
   */
  private record Source(int prefix, Tuple reached) {}

  /** The ranges to read. */
  interface Ranges {
    KeyRange of(int prefix);
  }

  /**
   * Returns the first rows of all ranges, in order: as many as are wanted, or all if they are
   * fewer.
   *
   * @param ranges returns the range of a prefix
   */
  List<Found> first(List<Integer> prefixes, Ranges ranges) {
    if (prefixes.size() == 1) {
      return ofOne(ranges.of(prefixes.get(0)));
    }
    int count = prefixes.size();
    int share = Math.max(1, ceiling((double) wanted / count));
    List<Source> sources = new ArrayList<>(count);
    prefixes.forEach(prefix -> sources.add(new Source(prefix, null)));
    List<Source> rest = sources;
    if (count > FIRST_RANGES) {
      rest = round(ranges, sources, sample(ranges, sources), share);
    }
    while (!rest.isEmpty()) {
      rest = round(ranges, rest, null, share);
      share = (int) Math.min(wanted, (long) share * GROWTH);
    }
    return rows;
  }

  /** Returns the first rows of the only range, as the engine orders them. */
  private List<Found> ofOne(KeyRange range) {
    KeyRange rest = range;
    while (true) {
      int missing = wanted - rows.size();
      Scan scan =
          new Scan(entity.table(), rest, order.backwards(), missing, Scan.BYTES_DEFAULT, reads);
      ScanPage page = access.scan(scan);
      page.rows().forEach(row -> rows.add(found(row)));
      if (page.next().isEmpty() || rows.size() == wanted) {
        return rows;
      }
      rest = order.behind(rest, page.next().get());
    }
  }

  /**
   * Reads some of the ranges, evenly chosen, and replaces their sources by what is left of them.
   *
   * @return a guess of what follows the prefix in the last row wanted, rather too high than too
   *     low; null if too few rows were found for one
   */
  private Tuple sample(Ranges ranges, List<Source> sources) {
    int count = sources.size();
    List<Source> chosen = new ArrayList<>(FIRST_RANGES);
    for (int number = 0; number < FIRST_RANGES; number++) {
      chosen.add(sources.get(position(number, count)));
    }
    List<Source> left = read(ranges, chosen, enough((double) wanted / count), null);
    for (int number = 0; number < FIRST_RANGES; number++) {
      sources.set(position(number, count), left.get(number));
    }
    sources.removeIf(Objects::isNull);
    int expected = 1 + enough((double) wanted * FIRST_RANGES / count);
    return expected <= rows.size() ? rows.get(expected - 1).behindPrefix() : null;
  }

  private static int position(int number, int count) {
    return (int) ((long) number * count / FIRST_RANGES);
  }

  /**
   * Returns how many rows a range, or several, must give to have those wanted among them, if they
   * have {@code mean} of them on average: two standard deviations more.
   */
  private static int enough(double mean) {
    return ceiling(mean + 2 * Math.sqrt(mean));
  }

  private static int ceiling(double value) {
    return (int) Math.ceil(value);
  }

  /**
   * Reads a page of each range; returns the ranges of which more rows are needed.
   *
   * @param guess where to end if the bound is not known yet or behind it; null for nowhere
   */
  private List<Source> round(Ranges ranges, List<Source> sources, Tuple guess, int share) {
    List<Source> more = new ArrayList<>();
    for (int from = 0; from < sources.size(); ) {
      int to = Math.min(sources.size(), from + rangesAtOnce(share));
      Tuple limit = lower(guess, bound());
      List<Source> part = new ArrayList<>(to - from);
      for (Source source : sources.subList(from, to)) {
        // Of a range that was read beyond the guess, the rest may still be needed later.
        (isBefore(source, limit) ? part : more).add(source);
      }
      // Behind a guess are few rows of no use, so most ranges can be read up to it at once.
      int limitRows = guess == null ? share : (int) Math.min(wanted, (long) share * GROWTH);
      read(ranges, part, limitRows, limit).stream().filter(Objects::nonNull).forEach(more::add);
      from = to;
    }
    Tuple bound = bound();
    more.removeIf(source -> !isBefore(source, bound));
    return more;
  }

  private int rangesAtOnce(int share) {
    if (rowsRead == 0) {
      return Math.max(FIRST_RANGES, Math.min(UNKNOWN_RANGES_MAX, GROWTH * rangesRead));
    }
    long rowBytes = Math.max(1, bytesRead / rowsRead);
    return (int) Math.max(1, Math.min(RANGES_MAX, BYTES_MAX / rowBytes / share));
  }

  /**
   * Reads a page of each range in one round trip.
   *
   * @param limit what follows the prefix in the last key to read, null for no limit
   * @return for each range what is left of it, null if nothing is
   */
  private List<Source> read(Ranges ranges, List<Source> sources, int share, Tuple limit) {
    if (sources.isEmpty()) {
      return List.of();
    }
    int bytes = Math.max(1, Math.min(Scan.BYTES_DEFAULT, BYTES_MAX / sources.size()));
    List<Scan> scans = new ArrayList<>(sources.size());
    for (Source source : sources) {
      KeyRange range = range(ranges.of(source.prefix()), source, limit);
      int rowsMax = Math.min(share, needed(source));
      scans.add(new Scan(entity.table(), range, order.backwards(), rowsMax, bytes, reads));
    }
    List<Source> left = new ArrayList<>(sources.size());
    List<Found> all = new ArrayList<>(rows);
    access.scanAll(
        scans,
        page -> {
          for (Row row : page.rows()) {
            all.add(found(row));
            bytesRead += row.bytes();
            rowsRead++;
          }
          Tuple reached = page.next().map(entity.keyMapping()::behindPrefix).orElse(limit);
          int prefix = sources.get(left.size()).prefix();
          left.add(reached == null ? null : new Source(prefix, reached));
        });
    rangesRead += sources.size();
    all.sort((one, other) -> order.compare(one.behindPrefix(), other.behindPrefix()));
    rows = all.size() <= wanted ? all : new ArrayList<>(all.subList(0, wanted));
    return left;
  }

  private KeyRange range(KeyRange whole, Source source, Tuple limit) {
    KeyRange range =
        source.reached() == null
            ? whole
            : order.behind(whole, prefixed(entity, source.prefix(), source.reached()));
    return limit == null ? range : order.upTo(range, prefixed(entity, source.prefix(), limit));
  }

  /** Returns how many rows of a range can be among those wanted, beyond those read. */
  private int needed(Source source) {
    if (source.reached() == null) {
      return wanted;
    }
    int from = 0;
    int to = rows.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (order.compare(rows.get(middle).behindPrefix(), source.reached()) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return Math.max(1, wanted - from);
  }

  /** Returns what follows the prefix in the last row wanted; null while too few are known. */
  private Tuple bound() {
    return rows.size() < wanted ? null : rows.get(wanted - 1).behindPrefix();
  }

  private Tuple lower(Tuple left, Tuple right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return order.compare(left, right) <= 0 ? left : right;
  }

  /** Whether rows of a range up to a limit may be unread; without a limit, they may be. */
  private boolean isBefore(Source source, Tuple limit) {
    return limit == null || source.reached() == null || order.compare(source.reached(), limit) < 0;
  }

  private Found found(Row row) {
    return new Found(row, entity.keyMapping().behindPrefix(row.key()));
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
