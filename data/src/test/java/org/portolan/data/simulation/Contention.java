package org.portolan.data.simulation;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.portolan.design.Design;
import org.portolan.engine.simulated.SimulatedCluster;

/**
 * How often the writers of a history conflict, and how often one of them is held up at the worst
 * moment, beside the faults of each {@link Profile}.
 *
 * @param holdUps the share of changes of rows at which the process is held up, or dies while the
 *     change is on its way; 0 for none
 * @param standStill whether both clocks of a process may stand still while it is held up
 * @param lengthy whether many hold-ups last until the engines forget removals, and the others go on
 *     for as long
 */
record Contention(double holdUps, boolean standStill, boolean lengthy) {
  private static final Contention NONE = new Contention(0, false, false);

  /** Returns a random contention; none if one process at a time has the store open. */
  static Contention of(SimulatedCluster.Kind kind, RandomGenerator random) {
    if (kind == SimulatedCluster.Kind.EMBEDDED || random.nextInt(5) < 2) {
      return NONE;
    }
    boolean standStill = random.nextInt(4) == 0;
    boolean lengthy = !standStill && random.nextInt(4) == 0;
    double holdUps = lengthy || random.nextInt(3) == 0 ? 0.15 : 0.05;
    return new Contention(holdUps, standStill, lengthy);
  }

  boolean isHot() {
    return holdUps > 0;
  }

  /**
   * Returns a profile with few rows and many writers that run long enough to take a process for
   * dead.
   */
  Profile of(Profile profile, RandomGenerator random) {
    return isHot()
        ? new Profile(
            profile.kind(),
            2 + random.nextInt(3),
            6 + random.nextInt(9),
            lengthy
                ? Duration.ofMinutes(20)
                : one(
                    random, Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(20)),
            profile.rates(),
            one(random, Duration.ZERO, Duration.ofSeconds(15), Duration.ofMinutes(1)),
            profile.wallClocks(),
            one(random, Duration.ofSeconds(8), Duration.ofSeconds(15), Duration.ofSeconds(30)),
            profile.putsUnread(),
            profile.mix(),
            profile.crowded())
        : profile;
  }

  private static Duration one(RandomGenerator random, Duration... values) {
    return List.of(values).get(random.nextInt(values.length));
  }

  /** Returns a design whose counters have one shard each. */
  Design of(Design design) {
    return isHot() ? SimulatedDesign.withSingleShards(design) : design;
  }
}
