package org.portolan.bench.calibration;

import java.util.Arrays;
import java.util.List;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.Work;

/**
 * Derives costs from measured times: the costs, none of them negative, for which the sum of the
 * squared relative errors is least. Relative, because a read of one row must count as much as a
 * write of fifty.
 *
 * <p>A cost that would be negative is below what the measurement can tell: it becomes 0, and the
 * others are derived again without it.
 */
public final class CostsFit {
  private static final int COSTS = 11;

  /** A pivot that is smaller, relative to the first, belongs to a cost that no time depends on. */
  private static final double SINGULAR = 1e-12;

  private CostsFit() {}

  /**
   * Returns the costs.
   *
   * @throws IllegalArgumentException if the observations do not tell all of them
   */
  public static EngineCosts of(List<Observation> observations) {
    boolean[] used = new boolean[COSTS];
    Arrays.fill(used, true);
    while (true) {
      double[] costs = solve(observations, used);
      int worst = -1;
      for (int cost = 0; cost < COSTS; cost++) {
        if (costs[cost] < 0 && (worst < 0 || costs[cost] < costs[worst])) {
          worst = cost;
        }
      }
      if (worst < 0) {
        return new EngineCosts(
            costs[0], costs[1], costs[2], costs[3], costs[4], costs[5], costs[6], costs[7],
            costs[8], costs[9], costs[10]);
      }
      used[worst] = false;
    }
  }

  private static double[] amounts(Work work) {
    return new double[] {
      work.trips(),
      work.rows(),
      work.several(),
      work.entries(),
      work.kibibytes(),
      work.commits(),
      work.joint(),
      work.furtherRows(),
      work.derived(),
      work.changes(),
      work.written()
    };
  }

  /** Solves the normal equations of the costs that are used; the others are 0. */
  private static double[] solve(List<Observation> observations, boolean[] used) {
    double[][] equations = new double[COSTS][COSTS + 1];
    for (Observation observation : observations) {
      double[] amounts = amounts(observation.work());
      for (int row = 0; row < COSTS; row++) {
        double weighted = amounts[row] / (observation.millis() * observation.millis());
        for (int column = 0; column < COSTS; column++) {
          equations[row][column] += weighted * amounts[column];
        }
        equations[row][COSTS] += weighted * observation.millis();
      }
    }
    for (int cost = 0; cost < COSTS; cost++) {
      if (!used[cost]) {
        Arrays.fill(equations[cost], 0);
        for (double[] equation : equations) {
          equation[cost] = 0;
        }
        equations[cost][cost] = 1;
      }
    }
    return eliminate(equations);
  }

  /** Solves equations that are symmetric and positive definite unless a cost is not told. */
  private static double[] eliminate(double[][] equations) {
    for (int pivot = 0; pivot < COSTS; pivot++) {
      double before = equations[pivot][pivot];
      for (int other = 0; other < pivot; other++) {
        double factor = equations[pivot][other] / equations[other][other];
        for (int column = other; column <= COSTS; column++) {
          equations[pivot][column] -= factor * equations[other][column];
        }
      }
      if (equations[pivot][pivot] <= SINGULAR * before || before == 0) {
        throw new IllegalArgumentException(
            "cannot derive costs: the measured reads and writes do not tell them apart; measure"
                + " more different ones");
      }
    }
    double[] solution = new double[COSTS];
    for (int row = COSTS - 1; row >= 0; row--) {
      double rest = equations[row][COSTS];
      for (int column = row + 1; column < COSTS; column++) {
        rest -= equations[row][column] * solution[column];
      }
      solution[row] = rest / equations[row][row];
    }
    return solution;
  }
}
