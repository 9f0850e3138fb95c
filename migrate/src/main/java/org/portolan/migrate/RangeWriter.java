package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.sql.KeyRange;

/**
 * Gathers what is read of one range of a table into batches of 1 MiB or a row, and has these
 * written. Where several threads write, these also make the rows of the design, since a database
 * seldom gives rows as fast as a single reader could make them. The range is done when its last
 * batch is written. Used by the one thread that reads the range.
 */
final class RangeWriter implements RangeReader.Output {
  private static final long BATCH_BYTES = 1 << 20;

  private final TableWriter table;
  private final TablePlan plan;
  private final RowNotes notes;
  private final int number;

  /** The batches that are not written, and one more until the range is read. */
  private final AtomicInteger open = new AtomicInteger(1);

  private final AtomicLong written = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final RowDigest.Sum sum = new RowDigest.Sum();
  private List<MappedRow> batch = new ArrayList<>();
  private List<Object[]> raws = new ArrayList<>();
  private long batchBytes;
  private volatile RangeReader.Read result;
  private volatile KeyRange resultRange;

  /**
   * @param notes is given each row of the design, by any thread
   * @param number of the range in the checkpoint
   */
  RangeWriter(TableWriter table, TablePlan plan, RowNotes notes, int number) {
    this.table = table;
    this.plan = plan;
    this.notes = notes;
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
    table.countRead();
  }

  @Override
  public boolean takesRaw() {
    return table.mapsLater();
  }

  @Override
  public void raw(Object[] raw) {
    raws.add(raw);
    grown(raws.size(), RowMapper.bytes(raw));
  }

  @Override
  public void row(MappedRow row) {
    notes.add(row);
    batch.add(row);
    grown(batch.size(), row.bytes());
  }

  private void grown(int rows, long bytes) {
    batchBytes += bytes;
    if (rows >= table.batchRows() || batchBytes >= BATCH_BYTES) {
      hand();
    }
  }

  @Override
  public void rejected(Object[] raw, String column, String reason) {
    rejected.incrementAndGet();
    table.reject(raw, column, reason);
  }

  private void hand() {
    if (batch.isEmpty() && raws.isEmpty()) {
      return;
    }
    List<MappedRow> made = batch;
    List<Object[]> read = raws;
    long bytes = batchBytes;
    batch = new ArrayList<>();
    raws = new ArrayList<>();
    batchBytes = 0;
    open.incrementAndGet();
    table.execute(bytes, () -> write(table.mapsLater() ? mapped(read) : made));
  }

  private void write(List<MappedRow> rows) {
    TableWriter.Written done = table.write(rows);
    written.addAndGet(done.rows());
    rejected.addAndGet(done.rejected());
    close();
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

  private String digest() {
    synchronized (sum) {
      return sum.text();
    }
  }

  private void close() {
    if (open.decrementAndGet() == 0) {
      table.done(
          number,
          new RangeState(
              resultRange,
              result.rows(),
              written.get(),
              rejected.get(),
              table.mapsLater() ? digest() : result.digest()));
    }
  }
}
