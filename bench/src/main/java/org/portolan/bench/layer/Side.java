package org.portolan.bench.layer;

import java.util.List;
import java.util.SplittableRandom;
import org.portolan.engine.Durability;

/**
 * One side of the comparison. Every method throws if a row has wrong data. Thread-safe; a {@link
 * Pages} belongs to one thread.
 */
interface Side extends AutoCloseable {

  /** Rows read page by page, from the first again after the last. */
  interface Pages {
    /** Reads the next page; returns its number of rows. */
    int next(int rowsMax);
  }

  void get(long id);

  void getAll(List<Long> ids);

  /** Reads a row and writes it with the next version, in one transaction. */
  void readModifyWrite(long id, Durability durability);

  /** Writes a whole row in a transaction, whatever it held before. */
  void write(long id, Durability durability, SplittableRandom random);

  Pages pages();

  /** Returns the sum of the versions of the rows from 0 to {@code end}, exclusive. */
  long versions(long end);

  @Override
  void close();
}
