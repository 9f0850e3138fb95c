package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.portolan.data.Store.Guarantee;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.RowWriter.Refusal;
import org.portolan.migrate.sql.KeyRange;

/**
 * Writes what is read of one table, in batches of 1 MiB or a row; 16 MiB of them are in memory, or
 * one row. Where several threads write, these also make the rows of the design, since a database
 * seldom gives rows as fast as a single reader could make them. A range is done when its last batch
 * is written. After the first failure nothing more is written. Thread-safe; each {@link Range} is
 * used by the one thread that reads it.
 */
final class TableWriter implements AutoCloseable {
  private static final int BATCH_ROWS = 500;
  private static final int BATCH_ROWS_OF_SEVERAL = 100;
  private static final long BATCH_BYTES = 1 << 20;

  /** What batches may hold that wait or are being written, in KiB; a larger row waits for all. */
  private static final int ROOM_KIBIBYTES = 16 << 10;

  private final TablePlan plan;
  private final RowWriter writer;
  private final Checkpoint checkpoint;
  private final TableRejects rejects;
  private final MigrationOptions options;
  private final Consumer<MappedRow> refused;
  private final RowNotes notes;
  private final int batchRows;
  private final boolean mapsLater;
  private final ExecutorService writers;
  private final Semaphore room = new Semaphore(ROOM_KIBIBYTES, true);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param refused is given each row that the store refuses, by any thread
   * @param notes is given each row of the design
   */
  TableWriter(
      TablePlan plan,
      RowWriter writer,
      Guarantee guarantee,
      Checkpoint checkpoint,
      TableRejects rejects,
      MigrationOptions options,
      Consumer<MappedRow> refused,
      RowNotes notes) {
    this.plan = plan;
    this.writer = writer;
    this.checkpoint = checkpoint;
    this.rejects = rejects;
    this.options = options;
    this.refused = refused;
    this.notes = notes;
    boolean several =
        guarantee == Guarantee.REPAIRED
            && (!plan.entity().references().isEmpty()
                || plan.entity().indexes().stream().anyMatch(index -> index.unique()));
    this.batchRows = several ? BATCH_ROWS_OF_SEVERAL : BATCH_ROWS;
    int threads = writer.threads(plan);
    this.mapsLater = threads > 1 && plan.isRowByRow();
    this.writers = Threads.pool("writer", threads);
  }

  /** Begins a range, by its number in the checkpoint. */
  Range range(int number) {
    return new Range(number);
  }

  /** Returns what became of the rows, beside those that were kept. */
  TableSummary summary(long kept, double seconds) {
    return new TableSummary(
        plan.name(), read.get(), written.get(), rejected.get(), kept, 0, bytes.get(), seconds);
  }

  boolean isFailed() {
    return failure.get() != null;
  }

  /** Ends the copy by a failure, unless another came first. */
  void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
  }

  /** Throws the first failure, if there is any. */
  void rethrow() {
    Throwable cause = failure.get();
    if (cause instanceof RuntimeException known) {
      throw known;
    }
    if (cause instanceof Error error) {
      throw error;
    }
  }

  /** Returns when all batches are written, to be called once, when no range is read any more. */
  void drain() {
    // All batches are written when all permits are back.
    room.acquireUninterruptibly(ROOM_KIBIBYTES);
    rethrow();
  }

  @Override
  public void close() {
    Threads.end(writers);
  }

  /** What is read of one range. */
  final class Range implements RangeReader.Output {
    private final int number;
    private final AtomicInteger open = new AtomicInteger(1);
    private final AtomicLong rangeWritten = new AtomicLong();
    private final AtomicLong rangeRejected = new AtomicLong();
    private final RowDigest.Sum sum = new RowDigest.Sum();
    private List<MappedRow> batch = new ArrayList<>();
    private List<Object[]> raws = new ArrayList<>();
    private long batchBytes;
    private volatile RangeReader.Read result;
    private volatile KeyRange resultRange;

    private Range(int number) {
      this.number = number;
    }

    /**
     * Writes what is left of the range.
     *
     * @param as the range as it was read, with the end that was found
     */
    void end(RangeReader.Read read, KeyRange as) {
      result = read;
      resultRange = as;
      hand();
      close();
    }

    @Override
    public void read(Object[] raw) {
      read.incrementAndGet();
      if (isFailed()) {
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
      rejects.add(raw, column, reason);
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
        if (!isFailed()) {
          List<MappedRow> rows = mapsLater ? mapped(read) : made;
          bytes.addAndGet(rows.stream().mapToLong(MappedRow::bytes).sum());
          List<Refusal> refusals =
              rows.isEmpty() ? List.of() : writer.write(plan, rows, options.resume());
          long all = rows.stream().mapToLong(MappedRow::rows).sum();
          long lost = refusals.stream().mapToLong(each -> each.row().rows()).sum();
          written.addAndGet(all - lost);
          rangeWritten.addAndGet(all - lost);
          rejected.addAndGet(lost);
          rangeRejected.addAndGet(lost);
          for (Refusal refusal : refusals) {
            refused.accept(refusal.row());
            rejects.add(refusal);
          }
          close();
        }
      } catch (RuntimeException | Error e) {
        fail(e);
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
}
