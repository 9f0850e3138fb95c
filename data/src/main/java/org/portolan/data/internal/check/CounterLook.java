package org.portolan.data.internal.check;

import java.util.function.Consumer;
import org.portolan.data.internal.schema.CounterSchema;

/** Compares a counter with a count, and corrects it. Thread-safe. */
public interface CounterLook {

  /**
   * The result of a look.
   *
   * @param value the value of the counter
   * @param actual the number of rows or items at the same moment
   * @param repaired whether the counter was corrected
   */
  record Counted(long value, long actual, boolean repaired) {
    /** Returns how many the counter counts too few; negative if it counts too many. */
    public long missing() {
      return actual - value;
    }

    Counted afterRepair() {
      return new Counted(value, actual, true);
    }
  }

  /** Decides how much of a counter's error to correct. */
  interface Correction {
    /** Corrects nothing. */
    Correction NONE = missing -> 0;

    /** Corrects all that is missing. */
    Correction ALL = missing -> missing;

    /**
     * Corrects only an error that an earlier look has found too. An error that only one look finds
     * may come from a write between its commit and its addition.
     */
    static Correction confirmed(long found) {
      return missing ->
          Long.signum(found) == Long.signum(missing)
              ? Long.signum(missing) * Math.min(Math.abs(found), Math.abs(missing))
              : 0;
    }

    /** Returns the number to add to a counter that counts {@code missing} too few. */
    long of(long missing);
  }

  /**
   * Compares a counter with a count.
   *
   * @param correction decides how much to add to the counter
   * @param looked receives the number of rows read, page by page
   * @throws org.portolan.engine.ConflictException if writes got in between at every attempt: then
   *     nothing is known and nothing was changed
   */
  Counted look(CounterSchema counter, Correction correction, Consumer<Long> looked);
}
