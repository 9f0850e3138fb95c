package org.portolan.migrate;

import org.portolan.migrate.sql.KeyRange;

/**
 * A range of a table and what became of its rows.
 *
 * @param digest of the rows as they were read; null until all of them are in the store
 */
record RangeState(KeyRange range, long rows, long written, long rejected, String digest) {
  static RangeState begun(KeyRange range) {
    return new RangeState(range, 0, 0, 0, null);
  }

  boolean isDone() {
    return digest != null;
  }
}
