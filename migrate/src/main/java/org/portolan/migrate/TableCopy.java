package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.portolan.data.Store.Guarantee;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.RowWriter.Refusal;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;

/**
 * Copies one table: range after range, or several at a time where the source can. Each reader hands
 * rows to the writers in batches of 1 MiB or a row; 16 MiB of them are in memory, or one row. Where
 * several threads write, these also make the rows of the design, since a database seldom gives rows
 * as fast as a single reader could make them. A range is done when its last batch is written.
 */
final class TableCopy {
  private static final int BATCH_ROWS = 500;
  private static final int BATCH_ROWS_OF_SEVERAL = 100;
  private static final long BATCH_BYTES = 1 << 20;

  /** What batches may hold that wait or are being written, in KiB; a larger row waits for all. */
  private static final int ROOM_KIBIBYTES = 16 << 10;

  /** The rows of a table without a key whose digests are in memory at a time. */
  private static final long PART_ROWS = 200_000;

  private final TablePlan plan;
  private final Source source;
  private final RowWriter writer;
  private final Checkpoint checkpoint;
  private final Rejects rejects;
  private final Throttle throttle;
  private final MigrationOptions options;
  private final Consumer<MappedRow> refused;
  private final int batchRows;
  private final boolean mapsLater;
  private final ExecutorService writers;
  private final Semaphore room;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final AtomicLong kept = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final RowNotes notes;

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
      Consumer<MappedRow> refused) {
    this.plan = plan;
    this.source = source;
    this.writer = writer;
    this.checkpoint = checkpoint;
    this.rejects = rejects;
    this.throttle = throttle;
    this.options = options;
    this.refused = refused;
    this.notes = new RowNotes(plan, source.ignoresTrailingSpaces());
    boolean several =
        guarantee == Guarantee.REPAIRED
            && (!plan.entity().references().isEmpty()
                || plan.entity().indexes().stream().anyMatch(index -> index.unique()));
    this.batchRows = several ? BATCH_ROWS_OF_SEVERAL : BATCH_ROWS;
    int threads = writer.threads(plan);
    this.mapsLater = threads > 1 && plan.isRowByRow();
    this.writers = Threads.pool("writer", threads);
    this.room = new Semaphore(ROOM_KIBIBYTES, true);
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
      // All batches are written when all permits are back.
      room.acquireUninterruptibly(ROOM_KIBIBYTES);
      rethrow();
      if (options.sampleRows() == 0) {
        checkpoint.save();
      }
    } catch (RuntimeException e) {
      // What the writers met is the cause, if they met anything.
      rethrow();
      throw e;
    } finally {
      Threads.end(writers);
    }
    return new TableSummary(
        plan.name(),
        read.get(),
        written.get(),
        rejected.get(),
        kept.get(),
        0,
        bytes.get(),
        (System.nanoTime() - start) / 1e9);
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
      int each = number;
      RangeState state = known.isEmpty() ? RangeState.begun(all.get(number)) : known.get(number);
      again(each, state);
    }
  }

  /** Returns in how many parts a table without ranges is read. */
  static int parts(Source source, TablePlan plan) {
    long rows = plan.counted() ? source.count(plan.table()) : 0;
    return (int) Math.max(1, rows / PART_ROWS);
  }

  private void ranges(List<RangeState> known) {
    try (Readers readers = new Readers(source.readers())) {
      for (int number = 0; number < known.size(); number++) {
        int each = number;
        readers.submit(() -> again(each, known.get(each)));
      }
      readers.drain();
      if (!known.isEmpty() && known.get(known.size() - 1).range().high().isEmpty()) {
        return;
      }
      List<Object> low = known.isEmpty() ? List.of() : known.get(known.size() - 1).range().high();
      if (source.readers() == 1 && plan.query().unique()) {
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
    while (failure.get() == null) {
      int limit = options.sampleRows() > 0 ? options.sampleRows() : options.rangeRows();
      KeyRange open = new KeyRange(low, List.of(), 0, 1);
      Copying copying = new Copying(checkpoint.begin(plan, open), open);
      RangeReader.Read part = copying.read(limit);
      boolean end = part.rows() < limit || options.sampleRows() > 0;
      copying.readAll(part, end ? open : new KeyRange(low, part.last(), 0, 1));
      if (end) {
        return;
      }
      low = part.last();
    }
  }

  /** Finds where ranges end, and has several read at a time. */
  private void divided(List<Object> first, Readers readers) {
    List<Object> low = first;
    while (failure.get() == null) {
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
    Copying copying = new Copying(number, range);
    copying.readAll(copying.read(options.sampleRows()), range);
  }

  private void rethrow() {
    Throwable cause = failure.get();
    if (cause instanceof RuntimeException known) {
      throw known;
    }
    if (cause instanceof Error error) {
      throw error;
    }
  }

  /** The copy of one range. */
  private final class Copying implements RangeReader.Output {
    private final int number;
    private final KeyRange range;
    private final AtomicInteger open = new AtomicInteger(1);
    private final AtomicLong rangeWritten = new AtomicLong();
    private final AtomicLong rangeRejected = new AtomicLong();
    private final RowDigest.Sum sum = new RowDigest.Sum();
    private List<MappedRow> batch = new ArrayList<>();
    private List<Object[]> raws = new ArrayList<>();
    private long batchBytes;
    private volatile RangeReader.Read result;
    private volatile KeyRange resultRange;

    Copying(int number, KeyRange range) {
      this.number = number;
      this.range = range;
    }

    RangeReader.Read read(int limit) {
      return new RangeReader(plan, source, throttle).read(range, limit, this);
    }

    /** Writes what is left of the range, whose end is known now. */
    void readAll(RangeReader.Read read, KeyRange as) {
      result = read;
      resultRange = as;
      hand();
      close();
    }

    @Override
    public void read(Object[] raw) {
      read.incrementAndGet();
      if (failure.get() != null) {
        throw new MigrateException("stopped by another failure", failure.get());
      }
    }

    @Override
    public boolean takesRaw() {
      return mapsLater;
    }

    @Override
    public void raw(Object[] raw) {
      raws.add(raw);
      batchBytes += RowMapper.bytes(raw);
      if (raws.size() >= batchRows || batchBytes >= BATCH_BYTES) {
        hand();
      }
    }

    /** Makes rows of the design in a writer's thread. */
    private List<MappedRow> mapped(List<Object[]> read) {
      RowMapper mapper = new RowMapper(plan);
      RowDigest digests = new RowDigest();
      RowDigest.Sum ofBatch = new RowDigest.Sum();
      List<MappedRow> rows = new ArrayList<>(read.size());
      for (Object[] raw : read) {
        byte[] digest = digests.of(raw);
        ofBatch.add(digest);
        try {
          MappedRow row = mapper.map(raw, digest, 1);
          notes.add(row);
          rows.add(row);
        } catch (RejectedRowException e) {
          rejected(raw, e.column(), e.getMessage());
        }
      }
      synchronized (sum) {
        sum.add(ofBatch);
      }
      return rows;
    }

    @Override
    public void row(MappedRow row) {
      notes.add(row);
      batch.add(row);
      batchBytes += row.bytes();
      if (batch.size() >= batchRows || batchBytes >= BATCH_BYTES) {
        hand();
      }
    }

    @Override
    public void rejected(Object[] raw, String column, String reason) {
      rangeRejected.incrementAndGet();
      rejected.incrementAndGet();
      reject(raw, column, reason);
    }

    private void hand() {
      if (batch.isEmpty() && raws.isEmpty()) {
        return;
      }
      List<MappedRow> rows = batch;
      List<Object[]> read = raws;
      int taken = (int) Math.min(ROOM_KIBIBYTES, 1 + (batchBytes >> 10));
      batch = new ArrayList<>();
      raws = new ArrayList<>();
      batchBytes = 0;
      open.incrementAndGet();
      room.acquireUninterruptibly(taken);
      writers.execute(() -> write(rows, read, taken));
    }

    private void write(List<MappedRow> made, List<Object[]> read, int taken) {
      try {
        if (failure.get() == null) {
          List<MappedRow> rows = mapsLater ? mapped(read) : made;
          bytes.addAndGet(rows.stream().mapToLong(MappedRow::bytes).sum());
          List<Refusal> refusals =
              rows.isEmpty() ? List.of() : writer.write(plan, rows, options.resume());
          long all = rows.stream().mapToLong(MappedRow::rows).sum();
          long refused = refusals.stream().mapToLong(each -> each.row().rows()).sum();
          written.addAndGet(all - refused);
          rangeWritten.addAndGet(all - refused);
          rejected.addAndGet(refused);
          rangeRejected.addAndGet(refused);
          refusals.forEach(TableCopy.this::refuse);
          close();
        }
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      } finally {
        room.release(taken);
      }
    }

    private String digest() {
      synchronized (sum) {
        return sum.text();
      }
    }

    private void close() {
      if (open.decrementAndGet() == 0 && options.sampleRows() == 0) {
        checkpoint.done(
            plan,
            number,
            new RangeState(
                resultRange,
                result.rows(),
                rangeWritten.get(),
                rangeRejected.get(),
                mapsLater ? digest() : result.digest()));
      }
    }
  }

  private void refuse(Refusal refusal) {
    refused.accept(refusal.row());
    Object[] raw = refusal.row().raw();
    if (!plan.isElements()) {
      reject(raw, refusal.column(), refusal.reason());
      return;
    }
    // The row has all elements of one owner; the table has a row for each.
    int place = plan.values().get(0).place();
    for (Object element : (List<?>) raw[place]) {
      Object[] one = raw.clone();
      one[place] = element;
      reject(one, refusal.column(), refusal.reason());
    }
  }

  /** Returns the column of the table that is the source of one of the design. */
  private String source(String column) {
    return Stream.of(plan.key(), plan.itemKey(), plan.values())
        .flatMap(List::stream)
        .filter(field -> field.name().equals(column) && field.place() >= 0)
        .map(field -> plan.query().columns().get(field.place()).name())
        .findFirst()
        .orElse(column);
  }

  private void reject(Object[] raw, String column, String reason) {
    List<String> names = plan.query().columns().stream().map(SqlColumn::name).toList();
    List<String> key =
        plan.table().keys().isEmpty()
            ? plan.query().order().stream().map(SqlColumn::name).toList()
            : plan.table().keys().get(0);
    rejects.add(plan.name(), key, source(column), reason, names, raw);
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
              if (failure.get() == null) {
                work.run();
              }
            } catch (RuntimeException | Error e) {
              failure.compareAndSet(null, e);
            } finally {
              free.release();
            }
          });
    }

    void drain() {
      free.acquireUninterruptibly(count);
      free.release(count);
      rethrow();
    }

    @Override
    public void close() {
      Threads.end(threads);
    }
  }
}
