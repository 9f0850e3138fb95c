package org.portolan.bench.calibration;

import org.portolan.data.Store;
import org.portolan.design.cost.Work;

/**
 * A read or write that is measured.
 *
 * @param fitted whether the costs are derived from it; otherwise it shows their error
 * @param work what the cost model says that it does
 */
record CalibrationPath(String name, boolean fitted, Work work, Body body) {

  /** The read or write itself. */
  @FunctionalInterface
  interface Body {
    /**
     * Executes it once.
     *
     * @param number of this execution, from 0; different ones use different rows
     */
    void run(Store store, long number);
  }
}
