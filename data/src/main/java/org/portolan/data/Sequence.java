package org.portolan.data;

import java.util.Objects;
import org.portolan.types.Tuple;

/**
 * Numbers that are given out once: see {@link Store#sequence}. No two calls return the same number,
 * in this process or another, whatever fails. Numbers rise within a process; between processes they
 * do not tell which came first. Numbers are lost: those left of a block when a process ends, and
 * those that a function took in a run that was not committed. Thread-safe.
 */
public interface Sequence {
  /** The most numbers in a block. */
  int BLOCK_MAX = 1_000_000;

  /**
   * Returns the next number. One call in each block writes to the store, and the others wait for
   * it. Call it before the write that uses the number: inside the function it would take another
   * number each time the function runs. If it is called there all the same, its own write is made
   * apart, and stays if the other is not committed.
   *
   * @throws org.portolan.engine.StoreException as {@link Store#write}; whatever the kind, no number
   *     is given out twice if you call it again
   * @throws IllegalStateException if the row of the sequence has no number, or less than a block of
   *     numbers is left
   */
  long next();

  /** The place of a sequence: a column of a row. */
  record Place(String entity, Tuple key, String column) {
    public Place {
      Objects.requireNonNull(entity);
      Objects.requireNonNull(key);
      Objects.requireNonNull(column);
    }

    @Override
    public String toString() {
      return column + " of " + entity + key;
    }
  }
}
