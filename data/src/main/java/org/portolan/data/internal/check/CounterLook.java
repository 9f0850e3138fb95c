package org.portolan.data.internal.check;

import java.util.function.Consumer;
import org.portolan.data.internal.schema.CounterSchema;

/** Compares a counter with a count, and puts it right. Thread-safe. */
public interface CounterLook {

  /**
   * What was found.
   *
   * @param value what the counter said
   * @param actual what there was at the same moment
   * @param repaired whether the counter was corrected
   */
  record Counted(long value, long actual, boolean repaired) {
    /** Returns by how much the counter counts too few; negative if it counts too many. */
    public long missing() {
      return actual - value;
    }

    Counted afterRepair() {
      return new Counted(value, actual, true);
    }
  }

  /** How much of what a counter misses is to be corrected. */
  interface Correction {
    /** Corrects nothing. */
    Correction NONE = missing -> 0;

    /** Corrects all that is missing. */
    Correction ALL = missing -> missing;

    /**
     * Corrects what an earlier look has found missing too. What only one look finds may be a write
     * that was between its commit and its addition.
     */
    static Correction confirmed(long found) {
      return missing ->
          Long.signum(found) == Long.signum(missing)
              ? Long.signum(missing) * Math.min(Math.abs(found), Math.abs(missing))
              : 0;
    }

    /** Returns what to add to a counter that misses so much. */
    long of(long missing);
  }

  /**
   * Counts.
   *
   * @param correction how much of what is missing is added to the counter
   * @param looked told how many rows were read, page by page
   * @throws org.portolan.engine.ConflictException if writes came in between at every attempt: then
   *     nothing is known and nothing was changed
   */
  Counted look(CounterSchema counter, Correction correction, Consumer<Long> looked);
}
