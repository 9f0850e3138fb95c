package org.portolan.bench.layer;

import java.util.List;
import java.util.SplittableRandom;
import org.portolan.engine.Durability;

/**
 * One of those that are compared. Every method throws if a row is not as it must be. Thread-safe; a
 * {@link Pages} belongs to one thread.
 */
interface Side extends AutoCloseable {

  /** Rows read page by page, from the first again after the last. */
  interface Pages {
    /** Reads the next page; returns its number of rows. */
    int next(int rowsMax);
  }

  void get(long id);

  void getAll(List<Long> ids);

  /** Reads a row and writes it with its version one higher, in one transaction. */
  void readModifyWrite(long id, Durability durability);

  /** Writes a whole row in a transaction, whatever was there. */
  void write(long id, Durability durability, SplittableRandom random);

  Pages pages();

  /** Returns the sum of the versions of the rows from 0 to {@code end}, exclusive. */
  long versions(long end);

  @Override
  void close();
}
