package org.portolan.migrate;

import java.nio.file.Path;

/**
 * How a migration runs.
 *
 * @param threads how many threads write, where the design lets several
 * @param rangeRows the rows of a range, after which the store keeps the place
 * @param rowsPerSecond the most rows to read in a second; 0 for any number
 * @param resume whether to continue an interrupted migration, or to compare a finished one with the
 *     database and copy what differs
 * @param moved whether a migration may continue from a database with another identity
 * @param sampleRows the most rows of each table; 0 for all. Of a sample, owners and references are
 *     not looked for
 * @param rejects the file of rejected rows
 */
public record MigrationOptions(
    int threads,
    int rangeRows,
    long rowsPerSecond,
    boolean resume,
    boolean moved,
    int sampleRows,
    Path rejects) {
  public static final int THREADS_DEFAULT = 4;
  public static final int RANGE_ROWS_DEFAULT = 10_000;

  /** Makes options for the database with which a migration began. */
  public MigrationOptions(
      int threads,
      int rangeRows,
      long rowsPerSecond,
      boolean resume,
      int sampleRows,
      Path rejects) {
    this(threads, rangeRows, rowsPerSecond, resume, false, sampleRows, rejects);
  }

  public MigrationOptions {
    if (threads < 1 || rangeRows < 1 || rowsPerSecond < 0 || sampleRows < 0) {
      throw new IllegalArgumentException(
          "numbers of threads and rows must not be negative: "
              + threads
              + ", "
              + rangeRows
              + ", "
              + rowsPerSecond
              + ", "
              + sampleRows);
    }
  }

  /** Returns the usual options. */
  public static MigrationOptions of(Path rejects) {
    return new MigrationOptions(THREADS_DEFAULT, RANGE_ROWS_DEFAULT, 0, false, false, 0, rejects);
  }

  /** Returns these options for a migration that goes on. */
  public MigrationOptions resuming() {
    return new MigrationOptions(
        threads, rangeRows, rowsPerSecond, true, moved, sampleRows, rejects);
  }

  /** Returns these options with other ranges. */
  public MigrationOptions inRangesOf(int rows) {
    return new MigrationOptions(threads, rows, rowsPerSecond, resume, moved, sampleRows, rejects);
  }

  /** Returns these options for a database that is in another place now. */
  public MigrationOptions fromMoved() {
    return new MigrationOptions(
        threads, rangeRows, rowsPerSecond, resume, true, sampleRows, rejects);
  }
}
