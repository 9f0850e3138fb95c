package org.portolan.bench.costmodel;

import org.portolan.bench.operations.Act;
import org.portolan.bench.statistics.Spread;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.Work;

/**
 * What an operation did and how long it took.
 *
 * @param work of one execution, counted
 * @param predictedMillis what the costs say of this work
 * @param millis measured
 */
record OperationCost(String name, Act.Kind kind, Work work, double predictedMillis, Spread millis) {
  /** The error from which on a prediction is reported, in percent of the measured time. */
  static final double ERROR_MAX = 100 / 3.0;

  static OperationCost of(Act act, Work work, EngineCosts costs, Spread millis) {
    return new OperationCost(act.name(), act.kind(), work, work.millis(costs), millis);
  }

  /**
   * Returns how far the prediction is from the measured time, in percent of the latter; negative if
   * the operation took longer than predicted.
   */
  double errorPercent() {
    return 100 * (predictedMillis - millis.median()) / millis.median();
  }

  boolean isFarOff() {
    return Math.abs(errorPercent()) > ERROR_MAX;
  }
}
