package org.portolan.engine.hbase.preparedscan;

import java.util.List;
import org.portolan.preparedscan.format.Column;

/**
 * What a prepared scan can be told beside its {@link org.apache.hadoop.hbase.client.Scan}.
 *
 * @param columns that rows are expected to have, beside those that the scan names; others arrive
 *     too, their names once a page
 * @param timestamps whether cells have theirs; else all have {@code Long.MAX_VALUE}
 * @param compressed whether pages are deflated: for slow links and values that repeat themselves
 */
public record PreparedScanOptions(List<Column> columns, boolean timestamps, boolean compressed) {
  /** No further columns, no timestamps, not deflated. */
  public static final PreparedScanOptions USUAL = new PreparedScanOptions(List.of(), false, false);

  public PreparedScanOptions {
    columns = List.copyOf(columns);
  }

  public PreparedScanOptions withColumns(List<Column> expected) {
    return new PreparedScanOptions(expected, timestamps, compressed);
  }

  public PreparedScanOptions withTimestamps(boolean wanted) {
    return new PreparedScanOptions(columns, wanted, compressed);
  }

  public PreparedScanOptions withCompression(boolean wanted) {
    return new PreparedScanOptions(columns, timestamps, wanted);
  }
}
