package org.portolan.migrate;

/**
 * What became of the rows of a table in one run.
 *
 * @param read rows that were read to be copied
 * @param kept rows of ranges that an earlier run had copied and that are as they were then
 * @param bytes about how large the copied values are
 */
public record TableSummary(
    String table, long read, long written, long rejected, long kept, long bytes, double seconds) {}
