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
   * @param repaired whether the counter was put right
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

  /**
   * Counts.
   *
   * @param repair whether to put the counter right
   * @param looked told how many rows were read, page by page
   * @throws org.portolan.engine.ConflictException if writes came in between at every attempt: then
   *     nothing is known and nothing was changed
   */
  Counted look(CounterSchema counter, boolean repair, Consumer<Long> looked);
}
