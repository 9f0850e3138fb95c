package org.portolan.preparedscan.server;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;

/**
 * A filter that delegates to another until a deadline: then it ends the scan before the next row
 * and remembers this row. So a filter that finds nothing does not keep a handler for long. Used by
 * one thread.
 */
final class SeenFilter extends FilterBase {
  private final Filter filter;
  private final long deadline;
  private byte[] lastRow;

  /**
   * @param deadline in the time of {@link System#nanoTime}
   */
  SeenFilter(Filter filter, long deadline) {
    this.filter = filter;
    this.deadline = deadline;
  }

  boolean isTimeUp() {
    return lastRow != null;
  }

  /** Returns the row before which the scan ended; null if the deadline has not passed. */
  byte[] lastRow() {
    return lastRow;
  }

  @Override
  public void reset() throws IOException {
    filter.reset();
  }

  @Override
  public boolean filterRowKey(Cell firstCell) throws IOException {
    if (lastRow == null && System.nanoTime() - deadline >= 0) {
      lastRow = CellUtil.cloneRow(firstCell);
    }
    return lastRow != null || filter.filterRowKey(firstCell);
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return lastRow != null || filter.filterAllRemaining();
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    return filter.filterCell(cell);
  }

  @Override
  public Cell transformCell(Cell cell) throws IOException {
    return filter.transformCell(cell);
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    filter.filterRowCells(cells);
  }

  @Override
  public boolean hasFilterRow() {
    return filter.hasFilterRow();
  }

  @Override
  public boolean filterRow() throws IOException {
    return filter.filterRow();
  }

  @Override
  public Cell getNextCellHint(Cell cell) throws IOException {
    return filter.getNextCellHint(cell);
  }

  @Override
  public boolean isFamilyEssential(byte[] family) throws IOException {
    return filter.isFamilyEssential(family);
  }

  @Override
  public void setReversed(boolean reversed) {
    super.setReversed(reversed);
    filter.setReversed(reversed);
  }
}
