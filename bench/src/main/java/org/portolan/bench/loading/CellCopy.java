package org.portolan.bench.loading;

import java.io.IOException;
import java.util.List;

/**
 * The cells of a loaded store, in memory, as the engine's own client reads and writes them. A copy
 * is written to fresh tables of the same form. Used by one thread; {@link Batch batches} may be
 * written by several at once.
 */
interface CellCopy extends AutoCloseable {
  /** Rows that go in one request or a few, without a condition. */
  @FunctionalInterface
  interface Batch {
    void write() throws Exception;
  }

  /**
   * Makes fresh tables of the form of the loaded store's, which exist, and returns the writes that
   * fill them, in no particular order.
   */
  List<Batch> begin() throws Exception;

  /** Makes what was written as durable as the end of an import is. */
  default void finish() throws Exception {
    // Most clients' writes are as durable as their tables.
  }

  /** Removes the tables that {@link #begin} made. */
  void remove() throws Exception;

  /** Returns the number of rows in all tables. */
  long rows();

  @Override
  void close() throws IOException;
}
