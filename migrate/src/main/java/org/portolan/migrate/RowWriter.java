package org.portolan.migrate;

import java.util.List;

/**
 * A place for rows. The store's transactions are one; an engine's own way for bulk loads can be
 * another. Thread-safe.
 */
interface RowWriter {
  /** A row that was refused, alone: the others of its batch are written. */
  record Refusal(MappedRow row, String column, String reason) {}

  /**
   * Writes rows of one table, each of which may be written before.
   *
   * @param again whether rows of the batch may be in the store already, from an earlier run
   * @return the rows that were refused
   * @throws org.portolan.engine.StoreException if the store failed, and no row is to blame
   */
  List<Refusal> write(TablePlan plan, List<MappedRow> rows, boolean again);

  /** Returns how many threads may write rows of a table at the same time. */
  int threads(TablePlan plan);

  /** Makes everything durable that was written. */
  void flush();
}
