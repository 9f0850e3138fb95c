package org.portolan.data.simulation;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.portolan.engine.simulated.Client.Fault;
import org.portolan.engine.simulated.SimulatedClient.Rates;
import org.portolan.engine.simulated.SimulatedCluster;

/**
 * The size and the roughness of a history.
 *
 * @param slots the number of processes that use the store at a time
 * @param operations the number of operations of each slot
 * @param thinkMax the longest time between two operations, apart from rare longer ones
 * @param eventWait the approximate time between two disturbances of processes and servers; zero for
 *     none
 * @param wallClocks how far a wall clock may be off
 * @param sweepInterval the interval of the stores' own sweeps; zero for none
 * @param putsUnread whether stores take every row that is put for new
 * @param mix how often each kind of operation is made
 * @param crowded whether each process has many threads, and half of their writes change the same
 *     row: then many writes are committed in groups
 */
record Profile(
    SimulatedCluster.Kind kind,
    int slots,
    int operations,
    Duration thinkMax,
    Rates rates,
    Duration eventWait,
    Duration wallClocks,
    Duration sweepInterval,
    boolean putsUnread,
    Mix mix,
    boolean crowded) {
  /**
   * Two clocks with this error, one ahead and one behind, differ by nearly as much as is permitted.
   */
  private static final Duration CLOCKS_MAX =
      Duration.ofSeconds(Long.getLong("portolan.simulation.clocks", 55));

  /** The threads of each process in a crowded history. */
  private static final int CROWD = 6;

  /** Nothing is lost with such clocks; only the folding of counters lags. */
  private static final Duration CLOCKS_FAR = Duration.ofMinutes(30);

  /**
   * Returns a random profile.
   *
   * @param farClocks whether the clocks of the processes are far apart
   */
  static Profile of(SimulatedCluster.Kind kind, RandomGenerator random, boolean farClocks) {
    Duration think =
        one(
            random,
            List.of(
                Duration.ofMillis(2),
                Duration.ofMillis(20),
                Duration.ofMillis(500),
                Duration.ofSeconds(10)));
    double faults = one(random, List.of(0.0, 0.03, 0.08, 0.15, 0.15));
    double kills = one(random, List.of(0.2, 0.6, 1.0));
    Duration events =
        one(
            random,
            List.of(
                Duration.ZERO,
                Duration.ofMillis(300),
                Duration.ofSeconds(3),
                Duration.ofSeconds(15)));
    return new Profile(
        kind,
        kind == SimulatedCluster.Kind.EMBEDDED ? 1 : 1 + random.nextInt(4),
        (kind == SimulatedCluster.Kind.EMBEDDED ? 12 : 3) + random.nextInt(11),
        think,
        new Rates(faults, kills, favoured(random)),
        events,
        wallClocks(random, farClocks),
        one(random, List.of(Duration.ZERO, Duration.ofSeconds(8), Duration.ofSeconds(60))),
        random.nextBoolean(),
        Mix.of(random),
        false);
  }

  /** Returns this profile or, in one of four histories, a crowded one. */
  Profile maybeCrowded(RandomGenerator random) {
    return random.nextInt(4) > 0
        ? this
        : new Profile(
            kind,
            slots,
            operations * 3,
            Duration.ofMillis(2),
            rates,
            eventWait,
            wallClocks,
            sweepInterval,
            putsUnread,
            mix,
            true);
  }

  /** Returns the only kinds of faults of a history, a few in some; none if all may occur. */
  private static Set<Fault> favoured(RandomGenerator random) {
    Set<Fault> favoured = EnumSet.noneOf(Fault.class);
    if (random.nextInt(3) == 0) {
      for (int number = 1 + random.nextInt(3); number > 0; number--) {
        favoured.add(one(random, List.of(Fault.values())));
      }
    }
    return favoured;
  }

  private static Duration wallClocks(RandomGenerator random, boolean far) {
    Duration near = one(random, List.of(Duration.ZERO, Duration.ofSeconds(55), CLOCKS_MAX));
    return far ? CLOCKS_FAR : near;
  }

  /** Returns whether the clocks differ by so little that counters are folded soon. */
  boolean clocksAgree() {
    return wallClocks.compareTo(CLOCKS_MAX) <= 0;
  }

  /** Returns the number of threads of a process that work at a time. */
  int threads(RandomGenerator random) {
    if (crowded) {
      return CROWD;
    }
    return kind == SimulatedCluster.Kind.EMBEDDED ? 3 : random.nextInt(3) > 0 ? 1 : 2;
  }

  private static <T> T one(RandomGenerator random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
