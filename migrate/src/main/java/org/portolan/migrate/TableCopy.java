package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.portolan.data.Store.Guarantee;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.Source;

/**
 * Copies one table: range after range, or several at a time where the source can. This decides what
 * is read, in which ranges and by which threads; each of them hands its rows to a {@link
 * TableWriter}.
 */
final class TableCopy {
  /** The rows of a table without a key whose digests are in memory at a time. */
  private static final long PART_ROWS = 200_000;

  private final TablePlan plan;
  private final Source source;
  private final Checkpoint checkpoint;
  private final Throttle throttle;
  private final MigrationOptions options;
  private final ContestedKeys contested;
  private final RowNotes notes;
  private final TableWriter output;
  private final AtomicLong kept = new AtomicLong();

  /**
   * @param refused is given each row that the store refuses, by any thread
   */
  TableCopy(
      TablePlan plan,
      Source source,
      RowWriter writer,
      Guarantee guarantee,
      Checkpoint checkpoint,
      Rejects rejects,
      Throttle throttle,
      MigrationOptions options,
      ContestedKeys contested,
      Consumer<MappedRow> refused) {
    this.plan = plan;
    this.source = source;
    this.checkpoint = checkpoint;
    this.throttle = throttle;
    this.options = options;
    this.contested = contested;
    this.notes = new RowNotes(plan, source.ignoresTrailingSpaces());
    this.output =
        new TableWriter(
            plan,
            writer,
            guarantee,
            checkpoint,
            new TableRejects(plan, rejects),
            options,
            refused,
            notes);
  }

  /** Copies the table, and returns what became of its rows. */
  TableSummary run() {
    long start = System.nanoTime();
    try {
      List<RangeState> known = checkpoint.ranges(plan);
      if (plan.counted() || !plan.query().ranged()) {
        whole(known);
      } else {
        ranges(known);
      }
      output.drain();
      if (options.sampleRows() == 0) {
        checkpoint.save();
      }
    } catch (RuntimeException e) {
      // What the writers met is the cause, if they met anything.
      output.rethrow();
      throw e;
    } finally {
      output.close();
    }
    return output.summary(kept.get(), (System.nanoTime() - start) / 1e9);
  }

  /** Returns what people must know of the rows. */
  List<String> notes() {
    return notes.texts();
  }

  /** Copies a table without ranges: in one, or in parts by the digests of its rows. */
  private void whole(List<RangeState> known) {
    List<KeyRange> all = known.stream().map(RangeState::range).toList();
    if (all.isEmpty()) {
      int parts = options.sampleRows() > 0 ? 1 : parts(source, plan);
      List<KeyRange> divided = new ArrayList<>();
      for (int part = 0; part < parts; part++) {
        KeyRange range = new KeyRange(List.of(), List.of(), part, parts);
        divided.add(range);
        int unused = checkpoint.begin(plan, range);
      }
      all = divided;
    }
    for (int number = 0; number < all.size(); number++) {
      RangeState state = known.isEmpty() ? RangeState.begun(all.get(number)) : known.get(number);
      again(number, state);
    }
  }

  /** Returns in how many parts a table without ranges is read. */
  static int parts(Source source, TablePlan plan) {
    long rows = plan.counted() ? source.count(plan.table()) : 0;
    return (int) Math.max(1, rows / PART_ROWS);
  }

  /**
   * Returns how many threads read. Of rows with equal keys the first one stays, so these are read
   * in the order of their table: the same stay in every copy.
   */
  private int readers() {
    return plan.isRows() && plan.isCollated() ? 1 : source.readers();
  }

  private void ranges(List<RangeState> known) {
    try (Readers readers = new Readers(readers())) {
      for (int number = 0; number < known.size(); number++) {
        int each = number;
        readers.submit(() -> again(each, known.get(each)));
      }
      readers.drain();
      if (!known.isEmpty() && known.get(known.size() - 1).range().high().isEmpty()) {
        return;
      }
      List<Object> low = known.isEmpty() ? List.of() : known.get(known.size() - 1).range().high();
      if (readers() == 1 && plan.query().unique()) {
        following(low);
      } else {
        divided(low, readers);
      }
      readers.drain();
    }
  }

  /** Reads range after range: each ends where it has enough rows. */
  private void following(List<Object> first) {
    List<Object> low = first;
    while (!output.isFailed()) {
      int limit = options.sampleRows() > 0 ? options.sampleRows() : options.rangeRows();
      KeyRange open = new KeyRange(low, List.of(), 0, 1);
      RangeWriter rows = output.range(checkpoint.begin(plan, open));
      RangeReader.Read part = read(open, limit, rows);
      boolean end = part.rows() < limit || options.sampleRows() > 0;
      rows.end(part, end ? open : new KeyRange(low, part.last(), 0, 1));
      if (end) {
        return;
      }
      low = part.last();
    }
  }

  /** Finds where ranges end, and has several read at a time. */
  private void divided(List<Object> first, Readers readers) {
    List<Object> low = first;
    while (!output.isFailed()) {
      int rows = options.sampleRows() > 0 ? options.sampleRows() : options.rangeRows();
      List<Object> high = source.end(plan.query(), low, rows);
      KeyRange range = new KeyRange(low, high, 0, 1);
      int number = checkpoint.begin(plan, range);
      readers.submit(() -> copy(number, range));
      if (high.isEmpty() || options.sampleRows() > 0) {
        return;
      }
      low = high;
    }
  }

  /** Copies a range, unless an earlier run has: then {@link EarlierRanges} has compared it. */
  private void again(int number, RangeState state) {
    // A row that was rejected may fit by now: its owner may be there, for example.
    if (state.isDone() && state.rejected() == 0) {
      kept.addAndGet(state.rows());
      return;
    }
    copy(number, state.range());
  }

  private void copy(int number, KeyRange range) {
    RangeWriter rows = output.range(number);
    rows.end(read(range, options.sampleRows(), rows), range);
  }

  private RangeReader.Read read(KeyRange range, int limit, RangeReader.Output output) {
    return new RangeReader(plan, source, throttle, contested).read(range, limit, output);
  }

  /** Threads that read ranges. The first failure ends the others. */
  private final class Readers implements AutoCloseable {
    private final ExecutorService threads;
    private final Semaphore free;
    private final int count;

    Readers(int count) {
      this.count = count;
      this.threads = Executors.newFixedThreadPool(count, Threads.daemons("reader"));
      this.free = new Semaphore(count);
    }

    void submit(Runnable work) {
      free.acquireUninterruptibly();
      threads.execute(
          () -> {
            try {
              if (!output.isFailed()) {
                work.run();
              }
            } catch (RuntimeException | Error e) {
              output.fail(e);
            } finally {
              free.release();
            }
          });
    }

    void drain() {
      free.acquireUninterruptibly(count);
      free.release(count);
      output.rethrow();
    }

    @Override
    public void close() {
      Threads.end(threads);
    }
  }
}
