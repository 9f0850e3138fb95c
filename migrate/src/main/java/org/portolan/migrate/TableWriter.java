package org.portolan.migrate;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.portolan.data.Store.Guarantee;
import org.portolan.migrate.RowWriter.Refusal;

/**
 * Writes the batches of one table in threads, and counts its rows; 16 MiB of batches are in memory,
 * or one row. After the first failure nothing more is written. Thread-safe.
 */
final class TableWriter implements AutoCloseable {
  private static final int BATCH_ROWS = 500;
  private static final int BATCH_ROWS_OF_SEVERAL = 100;

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
  RangeWriter range(int number) {
    return new RangeWriter(this, plan, notes, number);
  }

  /** Returns how many rows a batch has at most. */
  int batchRows() {
    return batchRows;
  }

  /** Returns whether the threads that write also make the rows of the design. */
  boolean mapsLater() {
    return mapsLater;
  }

  /**
   * Counts a row that was read.
   *
   * @throws MigrateException if the copy has failed
   */
  void countRead() {
    read.incrementAndGet();
    if (isFailed()) {
      throw new MigrateException("stopped by another failure", failure.get());
    }
  }

  /** Notes a row that does not fit. */
  void reject(Object[] raw, String column, String reason) {
    rejected.incrementAndGet();
    rejects.add(raw, column, reason);
  }

  /** Executes the work on a batch in a thread, once there is room; unless the copy has failed. */
  void execute(long batchBytes, Runnable work) {
    int taken = (int) Math.min(ROOM_KIBIBYTES, 1 + (batchBytes >> 10));
    room.acquireUninterruptibly(taken);
    writers.execute(
        () -> {
          try {
            if (!isFailed()) {
              work.run();
            }
          } catch (RuntimeException | Error e) {
            fail(e);
          } finally {
            room.release(taken);
          }
        });
  }

  /** Rows of a table that were written, and that the store refused. */
  record Written(long rows, long rejected) {}

  /** Writes rows, and returns what became of them. */
  Written write(List<MappedRow> rows) {
    bytes.addAndGet(rows.stream().mapToLong(MappedRow::bytes).sum());
    List<Refusal> refusals =
        rows.isEmpty() ? List.of() : writer.write(plan, rows, options.resume());
    long all = rows.stream().mapToLong(MappedRow::rows).sum();
    long lost = refusals.stream().mapToLong(each -> each.row().rows()).sum();
    written.addAndGet(all - lost);
    rejected.addAndGet(lost);
    for (Refusal refusal : refusals) {
      refused.accept(refusal.row());
      rejects.add(refusal);
    }
    return new Written(all - lost, lost);
  }

  /** Notes that a range is done; a sample is no part of the table's progress. */
  void done(int number, RangeState state) {
    if (options.sampleRows() == 0) {
      checkpoint.done(plan, number, state);
    }
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
}
