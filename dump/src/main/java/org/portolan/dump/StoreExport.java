package org.portolan.dump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.portolan.data.ItemsWithoutRow;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.design.Design;
import org.portolan.design.DesignWriter;
import org.portolan.design.EntityDesign;
import org.portolan.dump.ExportLog.Identity;
import org.portolan.dump.ExportLog.Run;
import org.portolan.dump.Manifest.EntityTotal;
import org.portolan.types.Collations;
import org.portolan.types.RecordSorter;

/**
 * An export of all rows of a store with their items into a directory, as {@code
 * docs/dump-format.md} describes it. Equal data give equal segments, whatever the engine, the key
 * layouts and the storages. An export that was killed goes on behind its last finished segment when
 * it is run again; if the data did not change meanwhile, the result is the same as without the
 * kill.
 *
 * <p>On an engine with snapshots (RocksDB) each run shows one moment. On other engines, each row is
 * as it was committed at some moment between the beginning and the end of the export, and each page
 * of 100 of its items at a later such moment; a row that exists throughout is in the dump once, and
 * of two rows that one write changed, only one may show the change. {@code source.json} says which
 * holds.
 *
 * <p>Items whose row does not exist are not exported, but counted: when all rows are written, one
 * pass over the keys of all items looks for them, see {@link Store#itemsWithoutRow}. Memory is
 * bounded by the sizes of a page of rows, of the pages of items of eight rows and of {@link
 * Options#sortBytes}.
 */
public final class StoreExport {
  private final Store store;
  private final DumpFiles files;
  private final Options options;
  private final LongConsumer progress;
  private int sortFiles;

  /**
   * The sizes of an export.
   *
   * @param segmentBytes the length before compression at which a segment ends, in bytes
   * @param sortBytes the memory to sort rows in, in bytes
   */
  public record Options(long segmentBytes, long sortBytes) {
    /** Segments of 64 MiB, and 32 MiB to sort in. */
    public static final Options DEFAULT = new Options(64L << 20, 32L << 20);

    public Options {
      if (segmentBytes < 1 || sortBytes < 1) {
        throw new IllegalArgumentException("the sizes of an export must be at least 1 byte");
      }
    }
  }

  /**
   * The result of an export.
   *
   * @param bytes of all segments before compression
   * @param fileBytes of all segments
   * @param resumedRows the rows that earlier runs had finished
   * @param sortFiles the files that sorting needed, 0 if memory sufficed
   * @param leftOut what is not in the export
   */
  public record Summary(
      long rows,
      long items,
      int segments,
      long bytes,
      long fileBytes,
      long resumedRows,
      int sortFiles,
      LeftOut leftOut) {

    /** Returns the summary that a script can read. */
    @Override
    public String toString() {
      return "rows="
          + rows
          + " items="
          + items
          + " segments="
          + segments
          + " bytes="
          + bytes
          + " file-bytes="
          + fileBytes
          + " resumed-rows="
          + resumedRows
          + " left-out-items="
          + leftOut.items();
    }
  }

  /**
   * The items that are not in an export because their rows did not exist at its end.
   *
   * @param items their number
   * @param example some of them, empty if there are none
   */
  public record LeftOut(long items, Optional<ItemsWithoutRow> example) {
    static final LeftOut NOTHING = new LeftOut(0, Optional.empty());

    private LeftOut and(ItemsWithoutRow more) {
      return new LeftOut(items + more.items(), Optional.of(example.orElse(more)));
    }

    /** Returns the warning of these items in one line; empty if there are none. */
    public Optional<String> warning() {
      return example.map(
          some ->
              "the export lacks "
                  + items
                  + (items == 1 ? " item whose row does" : " items whose rows do")
                  + " not exist, for example "
                  + some
                  + "; put the missing rows, and export again into another directory");
    }
  }

  /**
   * Prepares an export.
   *
   * @param directory empty, absent, or with an unfinished export of the same store
   * @param progress called with the number of rows that are written
   */
  public StoreExport(Store store, Path directory, Options options, LongConsumer progress) {
    this(store, new DumpFiles(directory, DumpFiles.Watch.NONE), options, progress);
  }

  StoreExport(Store store, DumpFiles files, Options options, LongConsumer progress) {
    this.store = store;
    this.files = files;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs the export. After any failure, the same call continues it.
   *
   * @throws DumpException if the directory holds anything else; nothing was changed
   * @throws org.portolan.engine.StoreException if the store fails
   * @throws UncheckedIOException if a file cannot be written
   */
  public Summary run() {
    try {
      return export();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the export " + files.directory(), e);
    }
  }

  private Summary export() throws IOException {
    List<String> names = files.names();
    requireUsable(names);
    files.createDirectory(files.directory());
    String design = DesignWriter.write(store.design());
    Identity identity =
        new Identity(
            Manifest.FORMAT,
            store.uri(),
            DumpFiles.sha256(design.getBytes(StandardCharsets.UTF_8)),
            options.segmentBytes());
    try (ExportLog log = ExportLog.open(files, identity)) {
      RecordSorter.clear(files.path(DumpFiles.SORTING));
      long resumed = log.segments().stream().mapToLong(Segment::rows).sum();
      entities(log);
      LeftOut leftOut = leftOut();
      Manifest manifest = manifest(log);
      finish(log, manifest, design);
      return summary(manifest, resumed, leftOut);
    }
  }

  private LeftOut leftOut() {
    AtomicReference<LeftOut> leftOut = new AtomicReference<>(LeftOut.NOTHING);
    for (EntityDesign entity : store.design().entities()) {
      store.itemsWithoutRow(
          entity.name(), items -> leftOut.updateAndGet(before -> before.and(items)));
    }
    return leftOut.get();
  }

  private void requireUsable(List<String> names) {
    String why = "";
    if (names.contains(DumpFiles.SUMS) && !names.contains(DumpFiles.LOG)) {
      why = "it holds a finished export already";
    } else {
      List<String> others = names.stream().filter(name -> !DumpFiles.isOurs(name)).toList();
      if (!others.isEmpty()) {
        why = "it holds '" + others.get(0) + "', which is no file of an export";
      } else if (!names.contains(DumpFiles.LOG)
          && names.stream().anyMatch(name -> !name.equals(DumpFiles.LOG + DumpFiles.TEMPORARY))) {
        why = "it holds parts of a dump without the log of its export";
      }
    }
    if (!why.isEmpty()) {
      throw new DumpException(
          "cannot export into " + files.directory() + ": " + why + "; name an empty directory");
    }
  }

  private void entities(ExportLog log) throws IOException {
    List<String> done = log.entities().stream().map(EntityTotal::entity).toList();
    List<EntityDesign> left =
        store.design().entities().stream().filter(each -> !done.contains(each.name())).toList();
    if (left.isEmpty()) {
      return;
    }
    log.append(new Run(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    ExecutorService compressor = Tasks.threads("compressor", 1);
    ExecutorService readers = store.local() ? null : Tasks.threads("reader", RowItems.ROWS_AT_ONCE);
    try {
      if (store.hasSnapshots()) {
        IOException failure = store.readSnapshot(moment -> failure(log, left, moment, compressor));
        if (failure != null) {
          throw failure;
        }
      } else {
        for (EntityDesign entity : left) {
          entity(log, entity, store, new RowItems(readers), compressor);
        }
      }
    } finally {
      Tasks.end(compressor);
      if (readers != null) {
        Tasks.end(readers);
      }
    }
  }

  /** Returns the failure of a file, which the function of a read cannot throw; null if none. */
  private IOException failure(
      ExportLog log, List<EntityDesign> left, StoreReader moment, ExecutorService compressor) {
    try {
      for (EntityDesign entity : left) {
        // The reader is for this thread only.
        entity(log, entity, moment, new RowItems(null), compressor);
      }
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private void entity(
      ExportLog log,
      EntityDesign entity,
      StoreReader reader,
      RowItems items,
      ExecutorService compressor)
      throws IOException {
    if (!entity.keyLayout().answersLookup()) {
      log.restart(entity.name());
    }
    try (EntityWriter writer =
        new EntityWriter(files, log, new LineCodec(entity), options.segmentBytes(), compressor)) {
      long before = log.entities().stream().mapToLong(EntityTotal::rows).sum();
      EntityExport export =
          new EntityExport(reader, writer, items, log, rows -> progress.accept(before + rows));
      if (store.isStoredInKeyOrder(entity.name())) {
        export.stream();
      } else {
        sortFiles += export.sort(files, options.sortBytes());
      }
      writer.finish();
    }
  }

  private Manifest manifest(ExportLog log) {
    Design design = store.design();
    Map<String, EntityTotal> totals = new LinkedHashMap<>();
    log.entities().forEach(total -> totals.put(total.entity(), total));
    List<EntityTotal> entities = new ArrayList<>();
    List<Segment> segments = new ArrayList<>();
    for (EntityDesign entity : design.entities()) {
      entities.add(totals.get(entity.name()));
      log.segmentsOf(entity.name()).forEach(done -> segments.add(done.segment()));
    }
    return new Manifest(
        Manifest.FORMAT,
        Manifest.release(),
        design.name(),
        Collations.version(),
        entities,
        segments);
  }

  /** Writes the small files, the sums last, and removes what is no part of the dump. */
  private void finish(ExportLog log, Manifest manifest, String design) throws IOException {
    List<String> segments = manifest.segments().stream().map(Segment::file).toList();
    for (String name : files.names()) {
      boolean left = DumpFiles.isSegment(name) && !segments.contains(name);
      if (left || name.endsWith(DumpFiles.TEMPORARY)) {
        files.delete(name);
      }
    }
    files.delete(DumpFiles.SORTING);
    Sums sums = new Sums();
    sums.add(DumpFiles.MANIFEST, manifest.toBytes());
    sums.add(DumpFiles.DESIGN, design.getBytes(StandardCharsets.UTF_8));
    sums.add(DumpFiles.SOURCE, source(log).getBytes(StandardCharsets.UTF_8));
    for (Map.Entry<String, byte[]> file : sums.contents().entrySet()) {
      files.write(file.getKey(), file.getValue());
    }
    manifest.segments().forEach(segment -> sums.add(segment.file(), segment.sha256()));
    files.write(DumpFiles.SUMS, sums.text().getBytes(StandardCharsets.UTF_8));
    files.delete(DumpFiles.LOG);
    files.syncDirectory();
  }

  /** Returns the text about this store and this export, which differs between equal dumps. */
  private String source(ExportLog log) {
    String consistency = "rows at different moments";
    if (store.hasSnapshots()) {
      consistency = log.runs().size() == 1 ? "one moment" : "one moment in each run";
    }
    Map<String, String> values = new LinkedHashMap<>();
    values.put("store", store.uri());
    values.put("guarantee", store.guarantee().name());
    values.put("consistency", consistency);
    values.put("runs", log.runs().stream().map(Run::run).collect(Collectors.joining(", ")));
    values.put("ended", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    return values.entrySet().stream()
        .map(value -> "  \"" + value.getKey() + "\": " + Manifest.json(value.getValue()))
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  private Summary summary(Manifest manifest, long resumed, LeftOut leftOut) {
    return new Summary(
        manifest.entities().stream().mapToLong(EntityTotal::rows).sum(),
        manifest.entities().stream().mapToLong(EntityTotal::items).sum(),
        manifest.segments().size(),
        manifest.segments().stream().mapToLong(Segment::bytes).sum(),
        manifest.segments().stream().mapToLong(Segment::fileBytes).sum(),
        resumed,
        sortFiles,
        leftOut);
  }
}
