package org.portolan.engine;

import java.util.List;
import java.util.Optional;
import org.portolan.types.Tuple;

/**
 * The rows of one page of a scan.
 *
 * @param next the key of the last row if more rows may follow it; empty at the end of the range. A
 *     scan that continues there sees each row that exists during the whole scan exactly once, even
 *     if other rows are written meanwhile.
 */
public record ScanPage(List<Row> rows, Optional<Tuple> next) {
  public ScanPage {
    rows = List.copyOf(rows);
  }
}
