package org.portolan.migrate;

/**
 * What became of the rows of a table in one run.
 *
 * @param read rows that were read to be copied
 * @param kept rows of ranges that an earlier run had copied and that are as they were then
 * @param deleted rows of the store that the database does not have any more
 * @param bytes about how large the copied values are
 */
public record TableSummary(
    String table,
    long read,
    long written,
    long rejected,
    long kept,
    long deleted,
    long bytes,
    double seconds) {

  /** Returns this with some of the written rows rejected after all. */
  TableSummary withRejected(long more) {
    return new TableSummary(
        table, read, written - more, rejected + more, kept, deleted, bytes, seconds);
  }
}
