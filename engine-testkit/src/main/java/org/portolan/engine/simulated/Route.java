package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The route of one change to the servers.
 *
 * @param arrivalNanos the time until the first server has the change
 * @param columnsNanos the time from then until the columns are sent to the copies
 * @param itemsNanos the same for the items
 * @param copiesNanos the time that each copy then takes
 * @param reached the copies that a plain change reaches, a bit for each; if they are no majority,
 *     also the copies that a conditional change reaches
 * @param quorum the servers that take part in a conditional change
 * @param acceptors the servers of the quorum that accept the change; all, unless it is left half
 *     way
 * @param commits whether an accepted change is committed too
 */
record Route(
    long arrivalNanos,
    long columnsNanos,
    long itemsNanos,
    List<Long> copiesNanos,
    int reached,
    int quorum,
    int acceptors,
    boolean commits) {

  /** Returns an undisturbed route. */
  static Route of(RandomGenerator random, long latencyNanos, int copies, int quorum) {
    List<Long> nanos = new ArrayList<>();
    for (int copy = 0; copy < copies; copy++) {
      nanos.add(random.nextLong(latencyNanos + 1));
    }
    boolean columnsFirst = random.nextBoolean();
    long gap = copies == 1 ? 0 : random.nextLong(latencyNanos + 1);
    return new Route(
        random.nextLong(latencyNanos + 1),
        columnsFirst ? 0 : gap,
        columnsFirst ? gap : 0,
        nanos,
        (1 << copies) - 1,
        quorum,
        quorum,
        true);
  }

  Route arriving(long nanos) {
    return new Route(
        nanos, columnsNanos, itemsNanos, copiesNanos, reached, quorum, acceptors, commits);
  }

  Route reaching(int copies) {
    return new Route(
        arrivalNanos,
        columnsNanos,
        itemsNanos,
        copiesNanos,
        copies,
        quorum,
        acceptors & copies,
        false);
  }

  /**
   * Returns a route on which a majority accepts a conditional change, but few copies receive it.
   */
  Route committingTo(int copies) {
    return new Route(
        arrivalNanos, columnsNanos, itemsNanos, copiesNanos, copies, quorum, acceptors, commits);
  }

  /** Returns this route without the copies that are down. */
  Route among(int up) {
    return new Route(
        arrivalNanos, columnsNanos, itemsNanos, copiesNanos, up, quorum, acceptors, commits);
  }

  /** Returns the time until most copies have the change. */
  long completeNanos() {
    return arrivalNanos + Math.max(columnsNanos, itemsNanos) + mostCopiesNanos();
  }

  /** Returns the time that most copies take. */
  long mostCopiesNanos() {
    return copiesNanos.stream().sorted().toList().get(copiesNanos.size() / 2);
  }
}
