package org.portolan.engine.hbase.preparedscan;

import java.util.List;
import org.portolan.preparedscan.format.Column;

/**
 * Options of a prepared scan besides its {@link org.apache.hadoop.hbase.client.Scan}.
 *
 * @param columns the expected columns of rows, besides those that the scan names; other columns
 *     arrive too, with their names once per page
 * @param timestamps whether cells have their timestamps; otherwise all have {@code Long.MAX_VALUE}
 * @param compressed whether pages are deflated: for slow links and repetitive values
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
