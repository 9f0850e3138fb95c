package org.portolan.bench.calibration;

import org.portolan.design.cost.Work;

/**
 * A time that was measured.
 *
 * @param millis of one execution, greater than 0
 */
public record Observation(Work work, double millis) {
  public Observation {
    if (!(millis > 0)) {
      throw new IllegalArgumentException("a measured time must be positive, not " + millis);
    }
  }
}
