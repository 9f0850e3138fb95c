package org.portolan.data.internal.backfill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.build.EntryForm;
import org.portolan.data.internal.build.EntryForm.Sorted;
import org.portolan.data.internal.build.RowPass;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Engine;
import org.portolan.engine.Transaction;
import org.portolan.types.RecordSorter;

/**
 * The backfill on engines with transactions over the store.
 *
 * <h2>Why</h2>
 *
 * Buckets that are objects are rewritten whole, so entries are listed in the order of the buckets,
 * not of the rows. A first pass over the rows sorts the entries that they have, as a build does. A
 * second one takes them in this order, some at a time, in a transaction that reads their rows anew:
 * see {@link EntryChunk}. What the first pass saw need not hold any more. It only must name every
 * entry that no writer has listed: an entry that it does not name was added to its row later, and
 * its writer has listed it.
 *
 * <h2>How it fails</h2>
 *
 * A transaction that loses a race is tried again with half the entries, down to one. Then it takes
 * no longer than a write. Waiting for {@link org.portolan.data.internal.index.AnnouncedMerges}
 * would not help: commits wait there for merges of their delta buckets, which the backfill does not
 * touch. A checkpoint names the last entry that is done; the first pass is repeated.
 *
 * <h2>What it costs</h2>
 *
 * One scan, one get of each row for each transaction that has an entry of it, and each bucket once
 * for {@link BackfillOptions#rowsMax} entries of it. Memory: the bytes of the sort, a page of rows,
 * and of one transaction the entries, their rows and the buckets.
 */
final class AtomicBackfill implements IndexBackfill {
  private final Engine engine;
  private final StoreSchema schema;
  private final List<EntryForm> forms = new ArrayList<>();
  private final Supplier<Transaction> begin;
  private final StoreRuntime runtime;
  private final BackfillOptions options;

  AtomicBackfill(
      Engine engine,
      StoreSchema schema,
      List<IndexSchema> targets,
      Supplier<Transaction> begin,
      StoreRuntime runtime,
      BackfillOptions options) {
    this.engine = engine;
    this.schema = schema;
    this.begin = begin;
    this.runtime = runtime;
    this.options = options;
    targets.stream()
        .sorted(Comparator.comparing(IndexSchema::table))
        .forEach(target -> forms.add(new EntryForm(forms.size(), target)));
  }

  @Override
  public Result run(String checkpoint, Consumer<String> reached, EvolveOptions.Progress progress) {
    try {
      Path directory =
          options.directory().isPresent()
              ? options.directory().get()
              : Files.createTempDirectory("portolan-backfill");
      try (RecordSorter sorter =
          new RecordSorter(directory, options.sortBytes(), RecordSorter.Watch.NONE)) {
        return new Run(sorter, start(checkpoint), reached, progress).run();
      } finally {
        if (options.directory().isEmpty()) {
          Files.deleteIfExists(directory);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot sort the entries of " + forms.stream().map(form -> form.list().name()).toList(),
          e);
    }
  }

  /** Returns the key of the last entry that is done, as it is sorted. */
  private Optional<byte[]> start(String text) {
    Optional<Checkpoint> checkpoint = Checkpoint.parse(text);
    if (checkpoint.isEmpty()) {
      return Optional.empty();
    }
    for (EntryForm form : forms) {
      if (form.list().table().equals(checkpoint.get().part())) {
        return checkpoint.get().key().map(form::numbered);
      }
    }
    throw new IllegalArgumentException(
        "checkpoint '" + text + "' is of another backfill: no index has this table");
  }

  /** One run. */
  private final class Run {
    private final RecordSorter sorter;
    private final Optional<byte[]> start;
    private final Consumer<String> reached;
    private final EvolveOptions.Progress progress;
    private final Patience patience = Patience.ofMinutes(runtime);
    private final Tally tally = new Tally();
    private int rowsNow = options.rowsMax();

    /** The entries that are done, by this run or by one before. */
    private long done;

    Run(
        RecordSorter sorter,
        Optional<byte[]> start,
        Consumer<String> reached,
        EvolveOptions.Progress progress) {
      this.sorter = sorter;
      this.start = start;
      this.reached = reached;
      this.progress = progress;
    }

    Result run() throws IOException {
      for (EntitySchema entity :
          forms.stream().map(form -> form.list().entity()).distinct().toList()) {
        long before = tally.rows;
        RowPass.ofLists(engine, schema, entity, forms, options.readRowsMax(), sorter)
            .run(
                patience,
                (step, done) -> {
                  progress.at(step, done);
                  long rows = before + done;
                  options.pace().handled(rows - tally.rows);
                  tally.rows = rows;
                });
      }
      fill(sorter.sorted());
      return tally.result();
    }

    private void fill(Iterator<RecordSorter.Entry> sorted) {
      List<Sorted> chunk = new ArrayList<>();
      EntryForm form = null;
      Sorted entry = null;
      byte[] last = null;
      while (sorted.hasNext()) {
        RecordSorter.Entry record = sorted.next();
        if (start.isPresent() && Arrays.compareUnsigned(record.key(), start.get()) <= 0) {
          done++;
          continue;
        }
        EntryForm next = forms.get(EntryForm.number(record));
        if (next != form || chunk.size() == options.rowsMax()) {
          list(form, chunk, last);
          chunk.clear();
        }
        entry = next.read(record, next == form ? entry : null);
        form = next;
        chunk.add(entry);
        last = record.key();
      }
      list(form, chunk, last);
    }

    private void list(EntryForm form, List<Sorted> entries, byte[] last) {
      if (entries.isEmpty()) {
        return;
      }
      Losses losses = new Losses(runtime);
      int from = 0;
      while (from < entries.size()) {
        int to = Math.min(entries.size(), from + rowsNow);
        EntryChunk chunk = new EntryChunk(form, entries.subList(from, to));
        try {
          patience.run(() -> chunk.commit(begin, engine, runtime, tally));
          from = to;
          losses.won();
          rowsNow = Math.min(options.rowsMax(), 2 * rowsNow);
          options.pace().handled(chunk.size());
        } catch (ConflictException e) {
          tally.conflicts++;
          rowsNow = Math.max(1, (to - from) / 2);
          if (losses.areTooMany()) {
            throw new DataException(
                "cannot list "
                    + chunk.size()
                    + " entries in "
                    + form.list().kind()
                    + " '"
                    + form.list().name()
                    + "': other writers changed the same rows and buckets for minutes; go on when"
                    + " there are fewer of them",
                e);
          }
          losses.lost();
        }
      }
      done += entries.size();
      progress.at("entries", done, sorter.records());
      reached.accept(
          new Checkpoint(form.list().table(), Optional.of(EntryForm.withoutNumber(last))).text());
    }
  }
}
