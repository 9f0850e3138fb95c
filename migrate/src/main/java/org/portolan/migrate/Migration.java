package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Patience;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreReader;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignWriter;
import org.portolan.design.EntityDesign;
import org.portolan.design.Mapping;
import org.portolan.design.Mapping.SequenceStart;
import org.portolan.design.MappingWriter;
import org.portolan.design.key.RandomPrefix;
import org.portolan.migrate.sql.Source;
import org.portolan.types.Tuple;

/**
 * A migration: it moves the rows of one state of a database into a store, by a design and a
 * mapping. Rows that do not fit go to a file and are counted. The store keeps the place. If the
 * process ends for any reason, a migration that resumes compares each range that was copied with
 * the database as it is then, and copies it again if it differs.
 */
public final class Migration {
  private final Source source;
  private final MigrationPlan plan;
  private final MigrationOptions options;
  private final Throttle throttle;
  private final String fingerprint;
  private final ContestedKeys contested = new ContestedKeys();

  /**
   * Compares the mapping with the database and the design.
   *
   * @param design of the store
   * @param progress is given the number of rows read, from time to time
   * @throws MigrateException if they do not fit; the message lists all problems
   */
  public Migration(
      Source source,
      Mapping mapping,
      Design design,
      MigrationOptions options,
      LongConsumer progress) {
    this.source = source;
    this.plan = MigrationPlan.of(mapping, design, source);
    this.options = options;
    this.throttle = new Throttle(options.rowsPerSecond(), progress);
    RowDigest digest = new RowDigest();
    digest.add(MappingWriter.write(mapping));
    digest.add(DesignWriter.write(design));
    this.fingerprint = HexFormat.of().formatHex(digest.take());
  }

  MigrationPlan plan() {
    return plan;
  }

  Source source() {
    return source;
  }

  Throttle throttle() {
    return throttle;
  }

  /** Returns how many rows were read so far, by the migration and its verifications. */
  public long rowsRead() {
    return throttle.rows();
  }

  /**
   * Returns about how many rows {@link #run} reads; empty if that is not known. A migration that
   * resumes reads some of them more often than once, and which ones shows only then.
   */
  public OptionalLong expectedReads() {
    return options.resume() ? OptionalLong.empty() : expectedRows();
  }

  /** Returns about how many rows the tables have; empty if the database does not know. */
  public OptionalLong expectedRows() {
    long sum = 0;
    for (TablePlan table : plan.tables()) {
      OptionalLong rows = source.estimate(table.table());
      if (rows.isEmpty()) {
        continue;
      }
      sum +=
          options.sampleRows() > 0
              ? Math.min(rows.getAsLong(), options.sampleRows())
              : rows.getAsLong();
    }
    return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
  }

  /**
   * Moves the rows.
   *
   * @throws MigrateException if the store has rows of the design's entities already and this does
   *     not resume, or if it cannot resume
   * @throws org.portolan.engine.StoreException if the store fails; the migration may be resumed
   */
  public MigrationSummary run(Store store) {
    long start = System.nanoTime();
    Optional<Checkpoint.Header> header = Checkpoint.header(store);
    requireStart(store, header);
    boolean sample = options.sampleRows() > 0;
    boolean wasLoading = header.isPresent() && store.isLoadUnfinished();
    Optional<StoreLoad> load = header.isPresent() || sample ? Optional.empty() : store.load();
    TableLoads loads = new TableLoads(load, plan.tables());
    StoreRowWriter writer =
        new StoreRowWriter(
            store, contested, loads, options.threads(), sample, Patience.ofMinutes());
    List<TableSummary> tables = new ArrayList<>();
    List<String> notes = new ArrayList<>(plan.notes());
    try (Rejects rejects = new Rejects(options.rejects(), options.resume())) {
      Checkpoint checkpoint = new Checkpoint(store, writer, rejects, plan.tables().size());
      SecondPass second = new SecondPass(this, store, checkpoint, rejects);
      header.ifPresent(second::prepare);
      Set<String> unsure = second.unsure();
      for (TablePlan table : plan.tables()) {
        // Until its ranges are noted, rows of it may be in the store that nothing tells.
        boolean sure = unsure.add(table.name());
        checkpoint.header(begun(unsure));
        if (!sample) {
          findContested(table, store);
          if (header.isPresent() && contested.isAnyRefused(table)) {
            // Other rows than before may stay, though the ranges have not changed.
            checkpoint.reopen(table);
            sure = false;
          }
        }
        TableCopy copy =
            new TableCopy(
                table,
                source,
                writer,
                store.guarantee(),
                checkpoint,
                rejects,
                throttle,
                options,
                contested,
                row -> second.refused(table, row));
        tables.add(copy.run());
        notes.addAll(copy.notes());
        if (sure) {
          unsure.remove(table.name());
        }
      }
      load.ifPresent(StoreLoad::close);
      checkpoint.header(begun(unsure));
      notes.addAll(second.removeSurplus());
      if (options.sampleRows() == 0) {
        begin(store, plan);
        new LateReferences(store, plan.tables(), second.rejects()).check();
        Map<String, Long> rejected = second.rejects().counts();
        tables.replaceAll(table -> corrected(table, rejected, second.deleted()));
        plan.tables().stream()
            .filter(table -> rejected.containsKey(table.name()))
            .forEach(checkpoint::reopen);
        checkpoint.save();
      }
      finish(store, header.isPresent() || writer.hasRepeated());
      if (wasLoading) {
        finishLoad(store);
      }
      checkpoint.header(Checkpoint.Header.finished(fingerprint, source.identity()));
    } finally {
      load.ifPresent(StoreLoad::abandon);
    }
    return new MigrationSummary(tables, notes, (System.nanoTime() - start) / 1e9);
  }

  /** Repairs what an interrupted load left of rows without their entries, and the other way. */
  private static void finishLoad(Store store) {
    StoreCheck.Result result = store.finishLoad(finding -> {});
    if (!result.isClean()) {
      throw new MigrateException(
          "cannot end the interrupted load of "
              + store.uri()
              + ": all rows are copied, but the check left faults ("
              + result.summary()
              + "); run again with --resume, or remove the store and migrate anew");
    }
  }

  Checkpoint.Header begun(Set<String> unsure) {
    return Checkpoint.Header.begun(fingerprint, source.identity(), unsure);
  }

  TwoSides sides(TablePlan table, StoreReader store) {
    return new TwoSides(table, source, throttle, options.rangeRows(), store, contested);
  }

  /** Counts rows as rejected that were written or kept before. */
  private static TableSummary corrected(
      TableSummary table, Map<String, Long> rejected, Map<String, Long> deleted) {
    long count = rejected.getOrDefault(table.table(), 0L);
    long kept = Math.max(0, count - table.written());
    return new TableSummary(
        table.table(),
        table.read() + kept,
        table.written() - (count - kept),
        table.rejected() + count,
        table.kept() - kept,
        deleted.getOrDefault(table.table(), 0L),
        table.bytes(),
        table.seconds());
  }

  /** Looks which places of parts or items several rows claim; the owners are in the store. */
  void findContested(TablePlan table, StoreReader store) {
    Optional<TablePlan> rows =
        plan.tables().stream()
            .filter(each -> each.isRows() && fills(each, table.entity()))
            .findFirst();
    contested.parts().find(table, rows, source, store, throttle);
  }

  ContestedKeys contested() {
    return contested;
  }

  MigrationOptions options() {
    return options;
  }

  /** Lets the sequences of the mapping begin above the numbers that rows have. */
  void begin(Store store, MigrationPlan of) {
    for (SequenceStart sequence : of.mapping().sequences()) {
      long greatest = source.greatest(source.table(sequence.table()), sequence.source());
      if (greatest == Long.MAX_VALUE) {
        throw new MigrateException(
            "cannot begin the sequence '"
                + sequence.name()
                + "' above "
                + greatest
                + ", the greatest "
                + sequence.source()
                + " of "
                + sequence.table()
                + ": no number is left. All rows are copied; leave the sequence out of the mapping,"
                + " and run again with --resume");
      }
      long next = greatest + 1;
      store.write(
          transaction -> {
            Tuple key = Tuple.of(sequence.name());
            Columns column = Columns.of(sequence.column());
            Optional<EntityRow> row = transaction.get(sequence.entity(), key, column);
            Object before = row.map(found -> found.value(sequence.column())).orElse(null);
            Map<String, Object> values =
                Map.of(sequence.column(), Math.max(next, before == null ? next : (Long) before));
            if (row.isPresent()) {
              return transaction.update(sequence.entity(), key, values);
            }
            transaction.put(sequence.entity(), key, values);
            return true;
          });
    }
  }

  /**
   * Corrects what a repeated write counted wrongly, and makes everything durable.
   *
   * @param again whether rows may have been written before, by this run or another
   */
  void finish(Store store, boolean again) {
    store.flush();
    boolean retried =
        store.guarantee() == Store.Guarantee.REPAIRED
            && store.conflicts().retries().values().stream().anyMatch(count -> count > 0);
    if (again || retried) {
      for (EntityDesign entity : store.design().entities()) {
        entity.counters().stream().map(CounterDesign::name).forEach(store::recount);
      }
    }
    store.mergeDeltas();
    store.flush();
  }

  /**
   * Checks that the migration can begin or resume.
   *
   * @throws MigrateException as {@link #run}
   */
  public void requireStart(Store store) {
    requireStart(store, Checkpoint.header(store));
  }

  private void requireStart(Store store, Optional<Checkpoint.Header> header) {
    if (header.isPresent() && !options.resume()) {
      throw new MigrateException(
          "cannot migrate into "
              + store.uri()
              + ": a migration into it "
              + (header.get().finished() ? "has finished" : "is unfinished")
              + "; give --resume to "
              + (header.get().finished() ? "copy what has changed since" : "continue it")
              + ", or name an empty store");
    }
    if (header.isPresent() && !header.get().fingerprint().equals(fingerprint)) {
      throw new MigrateException(
          "cannot resume the migration into "
              + store.uri()
              + ": it began with another mapping or design; use those, or name an empty store");
    }
    header
        .map(Checkpoint.Header::database)
        .filter(database -> !database.equals(source.identity()) && !options.moved())
        .ifPresent(
            database -> {
              throw new MigrateException(
                  "cannot resume the migration into "
                      + store.uri()
                      + ": it began with the database "
                      + database
                      + ", and this is "
                      + source.identity()
                      + ", so rows that this one lacks would be deleted; name the first one, or"
                      + " give --moved if it is the same database in another place");
            });
    List<EntityDesign> filled =
        store.design().entities().stream()
            .filter(entity -> plan.tables().stream().anyMatch(table -> fills(table, entity)))
            .toList();
    if (header.isPresent()) {
      filled.stream()
          .filter(entity -> entity.keyLayout() instanceof RandomPrefix)
          .findFirst()
          .ifPresent(
              entity -> {
                throw new MigrateException(
                    "cannot resume the migration into "
                        + store.uri()
                        + ": the key layout of '"
                        + entity.name()
                        + "' is random, so some of its rows would be there twice; remove the store"
                        + " and migrate anew");
              });
      return;
    }
    List<String> names =
        filled.stream().map(EntityDesign::name).filter(name -> hasRows(store, name)).toList();
    if (!names.isEmpty()) {
      throw new MigrateException(
          "cannot migrate into "
              + store.uri()
              + ": it has rows of "
              + String.join(", ", names)
              + " already; name an empty store");
    }
  }

  private static boolean fills(TablePlan table, EntityDesign entity) {
    return table.entity().name().equals(entity.name());
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
}
