package org.portolan.dump;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.Stores;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.key.RandomPrefix;
import org.portolan.dump.DumpLine.ContinuedLine;
import org.portolan.dump.DumpLine.ItemLine;
import org.portolan.dump.DumpLine.RowLine;
import org.portolan.dump.Manifest.EntityTotal;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.StoreException;
import org.portolan.engine.StoreMissingException;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * An import of a dump into a store of any engine and design that has a place for its rows. The rows
 * are put by buffered writes; indexes and counters follow from them. The store keeps the place up
 * to which everything is durable. If the process ends for any reason, the same import continues
 * there: it puts again what it had put behind that place, which changes nothing, and at its end it
 * counts the counters again.
 *
 * <p>Nothing is written if the dump is unfinished, if a file is missing, cut off or additional, if
 * the design of the store lacks anything, or if the store has rows of the dump's entities already.
 * The bytes of a segment are verified before its first row is written. Memory is bounded by some
 * batches of 1 MiB and one line each.
 */
public final class StoreImport {
  private static final int LINES_MAX = 500;
  private static final long BYTES_MAX = 1 << 20;

  private final Dump dump;
  private final LongConsumer progress;
  private final long placeEvery;
  private long rows;
  private long items;
  private long unsaved;

  /**
   * The result of an import.
   *
   * @param rows the rows that this run has put
   * @param resumedSegments the segments that earlier runs had imported
   * @param finishedBefore whether the import had ended before, so that this run had nothing to do
   */
  public record Summary(
      long rows, long items, int segments, int resumedSegments, boolean finishedBefore) {
    /** Returns the summary that a script can read. */
    @Override
    public String toString() {
      return "rows="
          + rows
          + " items="
          + items
          + " segments="
          + segments
          + " resumed-segments="
          + resumedSegments;
    }
  }

  /**
   * Opens a dump.
   *
   * @param progress called with the number of rows that this run has read
   * @throws DumpException if the dump is unfinished or damaged; the message lists all that was
   *     found
   */
  public StoreImport(Path directory, LongConsumer progress) {
    this(directory, progress, 100_000);
  }

  /**
   * @param placeEvery the number of lines after which the store keeps the place
   */
  StoreImport(Path directory, LongConsumer progress, long placeEvery) {
    this.dump = Dump.open(directory);
    this.progress = progress;
    this.placeEvery = placeEvery;
  }

  /** Returns the rows of the dump. */
  public long expectedRows() {
    return dump.manifest().entities().stream().mapToLong(EntityTotal::rows).sum();
  }

  /**
   * Opens the store to import into; creates it if there is none, with the given design or that of
   * the dump.
   *
   * @throws DumpException if the design has no place for rows of the dump, or the engine refuses
   *     the design of the dump; nothing was written
   * @throws StoreMismatchException if the store has another design than the given one
   */
  public Store open(String uri, Optional<Design> design) {
    if (design.isPresent()) {
      requireFit(design.get());
      return Stores.openOrCreate(uri, design.get());
    }
    try {
      return Stores.open(uri);
    } catch (StoreMissingException | StoreMismatchException missing) {
      // A store whose creation was interrupted is no whole store either: it is created now.
      try {
        return Stores.openOrCreate(uri, dump.design());
      } catch (CapabilityException e) {
        throw new DumpException(
            "cannot create "
                + uri
                + " with the design of the dump: "
                + e.getMessage()
                + "; give a design that fits its engine",
            e);
      }
    }
  }

  private void requireFit(Design target) {
    List<String> reasons = DesignFit.reasons(dump.design(), target);
    if (!reasons.isEmpty()) {
      throw new DumpException(
          "cannot import the design '"
              + dump.design().name()
              + "' of the dump into the design '"
              + target.name()
              + "': "
              + String.join("; ", reasons)
              + "; nothing was written: correct the design and name an empty store");
    }
  }

  /**
   * Imports the dump into a store, or continues such an import.
   *
   * @throws DumpException if the store or the dump is refused, see above; or if the store refuses a
   *     row, which the message names with its file and line: everything before it stays
   * @throws StoreException if the store fails; the same import may be run again
   */
  public Summary run(Store store) {
    requireFit(store.design());
    Optional<ImportState> stored = ImportState.read(store);
    boolean same = stored.isPresent() && stored.get().dump().equals(dump.identity());
    if (same && stored.get().finished()) {
      return new Summary(0, 0, dump.manifest().segments().size(), stored.get().segments(), true);
    }
    ImportState start = new ImportState(dump.identity(), 0, 0, false);
    if (same) {
      start = stored.get();
      requireRepeatable(store, start);
    } else {
      requireEmpty(store, stored);
      start.write(store);
    }
    try (ImportWrites writes = new ImportWrites(store)) {
      List<Segment> segments = dump.manifest().segments();
      for (int position = start.segments(); position < segments.size(); position++) {
        long done = position == start.segments() ? start.lines() : 0;
        segment(store, writes, position, done);
      }
      finish(store, same);
    }
    return new Summary(rows, items, dump.manifest().segments().size(), start.segments(), false);
  }

  /** Makes everything durable and correct what a repeated or interrupted write counted wrongly. */
  private void finish(Store store, boolean resumed) {
    store.flush();
    boolean repeated =
        store.guarantee() == Store.Guarantee.REPAIRED
            && store.conflicts().retries().values().stream().anyMatch(count -> count > 0);
    if (resumed || repeated) {
      for (EntityTotal entity : dump.manifest().entities()) {
        EntityDesign target = ImportBatch.entity(store.design(), entity.entity());
        target.counters().stream().map(CounterDesign::name).forEach(store::recount);
      }
    }
    new ImportState(dump.identity(), dump.manifest().segments().size(), 0, true).write(store);
    store.mergeDeltas();
  }

  private void requireEmpty(Store store, Optional<ImportState> other) {
    if (other.isPresent() && !other.get().finished()) {
      throw new DumpException(
          "cannot import into "
              + store.uri()
              + ": the import of another dump into it is unfinished; finish that import, or name"
              + " an empty store");
    }
    List<String> filled =
        dump.manifest().entities().stream()
            .filter(entity -> entity.rows() > 0)
            .map(EntityTotal::entity)
            .filter(entity -> hasRows(store, entity))
            .toList();
    if (!filled.isEmpty()) {
      throw new DumpException(
          "cannot import into "
              + store.uri()
              + ": it has rows of "
              + String.join(", ", filled)
              + " already; name an empty store");
    }
  }

  private static boolean hasRows(Store store, String entity) {
    Paging paging = Paging.first(1);
    while (true) {
      Slice<EntityRow> page = store.scanStored(entity, Columns.NONE, paging);
      if (!page.entries().isEmpty() || page.next().isEmpty()) {
        return !page.entries().isEmpty();
      }
      paging = paging.following(page);
    }
  }

  /** A repeated put of a row under a random prefix would be a second row. */
  private void requireRepeatable(Store store, ImportState start) {
    if (start.segments() >= dump.manifest().segments().size()) {
      return;
    }
    String entity = dump.manifest().segments().get(start.segments()).entity();
    if (ImportBatch.entity(store.design(), entity).keyLayout() instanceof RandomPrefix) {
      throw new DumpException(
          "cannot continue the import into "
              + store.uri()
              + ": it was interrupted within entity '"
              + entity
              + "', whose key layout is random, so some of its rows would be there twice; remove"
              + " the store and import anew");
    }
  }

  private void segment(Store store, ImportWrites writes, int position, long done) {
    Segment segment = dump.manifest().segments().get(position);
    dump.verify(segment);
    ImportBatch.Target target =
        ImportBatch.Target.of(ImportBatch.entity(store.design(), segment.entity()));
    Repeats repeats = new Repeats(target.entity(), position);
    ImportBatch batch = new ImportBatch();
    Tuple key = null;
    try (SegmentReader lines = dump.lines(segment)) {
      for (DumpLine line = lines.next(); line != null; line = lines.next()) {
        key = keyOf(line, key, lines);
        if (line instanceof RowLine row) {
          repeats.require(row.key(), lines);
        }
        if (lines.number() <= done || line instanceof ContinuedLine) {
          continue;
        }
        count(line);
        batch.add(new ImportBatch.Entry(target, key, line, lines.place()), lines.lineBytes());
        if (batch.entries().size() >= LINES_MAX || batch.bytes() >= BYTES_MAX) {
          writes.write(batch);
          progress.accept(rows);
          unsaved += batch.entries().size();
          batch = new ImportBatch();
          if (unsaved >= placeEvery) {
            save(store, writes, position, lines.number());
          }
        }
      }
    }
    writes.write(batch);
    progress.accept(rows);
    save(store, writes, position + 1, 0);
  }

  private static Tuple keyOf(DumpLine line, Tuple before, SegmentReader lines) {
    if (line instanceof RowLine row) {
      return row.key();
    }
    if (line instanceof ContinuedLine again) {
      return again.key();
    }
    if (before == null) {
      throw new DumpException(
          "cannot import "
              + lines.place()
              + ": an item has no row before it; export the store again");
    }
    return before;
  }

  private void count(DumpLine line) {
    if (line instanceof ItemLine) {
      items++;
    } else {
      rows++;
    }
  }

  private void save(Store store, ImportWrites writes, int segments, long lines) {
    writes.drain();
    store.flush();
    new ImportState(dump.identity(), segments, lines, false).write(store);
    unsaved = 0;
  }

  /**
   * Refuses the second of two rows with one key, which a dump may have of an entity whose rows are
   * only appended, if the target keeps one row for each key.
   */
  private final class Repeats {
    private final KeyCodec codec;
    private byte[] last;

    Repeats(EntityDesign target, int position) {
      Segment segment = dump.manifest().segments().get(position);
      LineCodec lines = dump.codec(segment.entity());
      boolean possible =
          !lines.entity().keyLayout().answersLookup() && target.keyLayout().answersLookup();
      codec = possible ? new KeyCodec(target.key()) : null;
      if (possible && segment.number() > 1) {
        last = codec.encode(lines.lastKey(dump.manifest().segments().get(position - 1)));
      }
    }

    void require(Tuple key, SegmentReader lines) {
      if (codec == null) {
        return;
      }
      byte[] encoded = codec.encode(key);
      if (last != null && Arrays.equals(last, encoded)) {
        throw new DumpException(
            "cannot import the row "
                + key
                + ", "
                + lines.place()
                + ": the row before has the same key, and the target keeps one row for each key;"
                + " import into an entity whose key layout admits several");
      }
      last = encoded;
    }
  }
}
