package org.portolan.data;

/**
 * How fast a change of a design reads and fills while applications go on. It holds for the rows
 * that are read, the entries that are listed, and the check of both. Immutable.
 */
public sealed interface EvolvePace {
  /**
   * Gives way to applications. A change on an engine of this process hears how long the operations
   * of the store take, and works in the larger share of its time the less they are slower than
   * while it rests; if there are none, it does not rest. A change on servers, which does not hear
   * the operations of other processes, works in half of its time at most. Either goes on in a
   * sixteenth of its time, however slow the operations are.
   */
  EvolvePace YIELDING = new Yielding();

  /** As fast as one thread can. */
  EvolvePace FULL = new Full();

  /**
   * Returns a steady pace.
   *
   * @param perSecondMax the most rows and entries that are looked at in a second
   * @throws IllegalArgumentException if it is less than 1
   */
  static EvolvePace ofRows(long perSecondMax) {
    return new Rows(perSecondMax);
  }

  /** See {@link #YIELDING}. */
  record Yielding() implements EvolvePace {}

  /** See {@link #FULL}. */
  record Full() implements EvolvePace {}

  /** See {@link #ofRows}. */
  record Rows(long perSecondMax) implements EvolvePace {
    public Rows {
      if (perSecondMax < 1) {
        throw new IllegalArgumentException(
            "rows per second must be at least 1 but are " + perSecondMax);
      }
    }
  }
}
