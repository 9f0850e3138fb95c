package org.portolan.data.internal.repaired.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.portolan.data.internal.access.Ranges;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.TableCodecs;
import org.portolan.data.internal.repaired.state.TableCodecs.TableCodec;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The content of an engine, overlaid with changes that it may not have yet: the changes of a write
 * itself, and changes that earlier writes have committed but perhaps not applied. If the engine
 * does not order the range of a scan, the scan shows the engine's rows as changed, but no rows that
 * exist only here. Used by one thread.
 *
 * <p>See {@code docs/life-of-a-write.md}: reading what was written.
 */
public final class Overlay implements Reader {
  private final Reader below;
  private final TableCodecs codecs;
  private final KeyOrder keyOrder;
  private final Map<String, TreeMap<Tuple, RowOverlay>> tables = new HashMap<>();

  public Overlay(Reader below, TableCodecs codecs, KeyOrder keyOrder) {
    this.below = below;
    this.codecs = codecs;
    this.keyOrder = keyOrder;
  }

  public void put(FollowUp followUp, boolean own) {
    TableCodec table = codecs.table(followUp.target().table());
    tables
        .computeIfAbsent(table.schema().name(), name -> new TreeMap<>(table.key()::compare))
        .computeIfAbsent(followUp.target().key(), key -> new RowOverlay(table))
        .put(followUp, own);
  }

  private Optional<RowOverlay> overlay(String table, Tuple key) {
    TreeMap<Tuple, RowOverlay> rows = tables.get(table);
    return rows == null ? Optional.empty() : Optional.ofNullable(rows.get(key));
  }

  /** Returns the reads to make below so that {@link #over} has enough. */
  public List<Get> widened(List<Get> gets) {
    if (tables.isEmpty()) {
      return gets;
    }
    List<Get> widened = new ArrayList<>(gets.size());
    for (Get get : gets) {
      widened.add(
          overlay(get.table(), get.key())
              .map(
                  row ->
                      new Get(
                          get.table(),
                          get.key(),
                          get.families().stream().map(row::widened).toList()))
              .orElse(get));
    }
    return widened;
  }

  /** Returns rows that were read below, with the changes laid over them. */
  public List<Row> over(List<Get> gets, List<Row> stored) {
    if (tables.isEmpty()) {
      return stored;
    }
    List<Row> rows = new ArrayList<>(stored);
    for (int position = 0; position < rows.size(); position++) {
      Get get = gets.get(position);
      Row row = rows.get(position);
      rows.set(
          position,
          overlay(get.table(), get.key())
              .map(overlay -> overlay.over(row, get.families()))
              .orElse(row));
    }
    return rows;
  }

  @Override
  public List<Row> get(List<Get> gets) {
    return over(gets, below.get(widened(gets)));
  }

  @Override
  public ScanPage scan(Scan scan) {
    return over(scan, below.scan(scan));
  }

  @Override
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    // Laying changes over a page may read the next one.
    List<ScanPage> pages = below.scanAll(scans);
    for (int position = 0; position < pages.size(); position++) {
      receiver.accept(over(scans.get(position), pages.get(position)));
    }
  }

  /** Returns a page with the changes laid over it; if no row of it remains, the next such page. */
  private ScanPage over(Scan scan, ScanPage page) {
    if (!tables.containsKey(scan.table())) {
      return page;
    }
    Scan next = scan;
    ScanPage stored = page;
    while (true) {
      ScanPage merged = merged(next, stored);
      if (!merged.rows().isEmpty() || merged.next().isEmpty()) {
        return merged;
      }
      next = next.following(stored);
      stored = below.scan(next);
    }
  }

  private ScanPage merged(Scan scan, ScanPage page) {
    KeyCodec codec = codecs.table(scan.table()).key();
    boolean ordered = isOrdered(scan);
    // Without an order, the map keeps the rows in the order in which they arrive.
    Map<Tuple, Row> rows =
        ordered
            ? new TreeMap<>(
                (left, right) ->
                    scan.reversed() ? codec.compare(right, left) : codec.compare(left, right))
            : new LinkedHashMap<>();
    for (Row row : page.rows()) {
      rows.put(row.key(), reread(scan, row));
    }
    if (ordered) {
      KeyRange covered = covered(scan, page);
      tables
          .get(scan.table())
          .forEach(
              (key, overlay) -> {
                if (!rows.containsKey(key) && Ranges.contains(codec, covered, key)) {
                  Row empty = new Row(key, Map.of(), Map.of(), Map.of(), 0);
                  rows.put(key, overlay.over(empty, scan.families()));
                }
              });
    }
    List<Row> found = rows.values().stream().filter(row -> !row.isEmpty()).toList();
    if (found.size() > scan.rowsMax()) {
      List<Row> cut = found.subList(0, scan.rowsMax());
      return new ScanPage(cut, Optional.of(cut.get(cut.size() - 1).key()));
    }
    return new ScanPage(found, page.next());
  }

  /**
   * If the overlay removes items of a row, the row is read separately: the page may have too few
   * items.
   */
  private Row reread(Scan scan, Row row) {
    Optional<RowOverlay> overlay = overlay(scan.table(), row.key());
    if (overlay.isEmpty()) {
      return row;
    }
    boolean enough = scan.families().stream().allMatch(read -> overlay.get().widened(read) == read);
    return enough
        ? overlay.get().over(row, scan.families())
        : get(new Get(scan.table(), row.key(), scan.families()));
  }

  private boolean isOrdered(Scan scan) {
    return keyOrder == KeyOrder.TABLE
        || (keyOrder == KeyOrder.WITHIN_PARTITION
            && scan.range().from().size() >= codecs.table(scan.table()).schema().partitionColumns()
            && !scan.range().to().isEmpty());
  }

  /** Returns the range that a page covers: the whole range, or the part up to its last row. */
  private static KeyRange covered(Scan scan, ScanPage page) {
    KeyRange range = scan.range();
    if (page.next().isEmpty()) {
      return range;
    }
    Tuple last = page.next().get();
    return scan.reversed()
        ? new KeyRange(last, true, range.to(), range.toInclusive())
        : new KeyRange(range.from(), range.fromInclusive(), last, true);
  }
}
