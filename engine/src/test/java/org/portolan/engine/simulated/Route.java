package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How one change reaches the servers.
 *
 * @param arrivalNanos when the first server has it
 * @param columnsNanos how long after that the columns are on their way to the copies
 * @param itemsNanos the same of the items
 * @param copiesNanos how long each copy then takes
 * @param reached the copies that a plain change reaches, a bit for each; if they are few, a
 *     conditional one too
 * @param quorum the servers that take part in a conditional change
 * @param acceptors those of them that accept it; all, unless it is left half way
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
   * Returns a route on which most accept a conditional change, and few copies get to know of it.
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

  /** Returns when most copies have the change. */
  long completeNanos() {
    return arrivalNanos + Math.max(columnsNanos, itemsNanos) + mostCopiesNanos();
  }

  /** Returns how long most of the copies take. */
  long mostCopiesNanos() {
    return copiesNanos.stream().sorted().toList().get(copiesNanos.size() / 2);
  }
}
