package org.portolan.data.simulation;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/**
 * Writers change one row, and each write also inserts a new row. Prints the writes that a simulated
 * cluster makes in a second of virtual time: median, least and greatest of some seeds.
 */
class HotRowStudy {
  private static final int SEEDS = Integer.getInteger("portolan.study.seeds", 10);

  @Test
  void print_writesPerSecond() {
    for (boolean own : List.of(false, true)) {
      for (int[] size : new int[][] {{1, 8}, {2, 8}, {2, 1}}) {
        for (Kind kind : Kind.values()) {
          if (kind == Kind.EMBEDDED && size[0] > 1) {
            continue;
          }
          Contest.Plan plan = new Contest.Plan(kind, size[0], size[1]);
          print(own ? plan.withOwnRows() : plan);
        }
      }
    }
  }

  private static void print(Contest.Plan plan) {
    double[] rates = new double[SEEDS];
    int givenUp = 0;
    long retries = 0;
    long commits = 0;
    long grouped = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Contest contest = Contest.run(plan, seed);
      rates[seed - 1] = contest.writesPerSecond();
      givenUp += contest.givenUp();
      retries += contest.retries();
      commits += contest.groups().commits();
      grouped += contest.groups().writes();
    }
    Arrays.sort(rates);
    System.out.printf(
        "%-8s processes=%d writers=%d own-row=%-5s per-second=%.1f (%.1f to %.1f) given-up=%d"
            + " retries=%d groups=%d of %d writes, of %d%n",
        plan.kind(),
        plan.processes(),
        plan.writers(),
        plan.ownRow(),
        rates[SEEDS / 2],
        rates[0],
        rates[SEEDS - 1],
        givenUp,
        retries,
        commits,
        grouped,
        SEEDS * plan.writes());
  }
}
