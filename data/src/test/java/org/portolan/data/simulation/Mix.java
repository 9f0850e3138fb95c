package org.portolan.data.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * How often the processes of a history make each kind of operation.
 *
 * <p>In half of the histories all kinds occur as in an application. In the others some kinds are
 * left out and some are many times as frequent, as in swarm testing (Groce et al., ISSTA 2012): a
 * state that needs three checks in a row is rare if every kind of operation has its turn.
 */
record Mix(Map<Operation, Integer> weights) {

  /** A kind of operation, with its weight in an application. */
  enum Operation {
    WRITE_ONE(36),
    WRITE_SEVERAL(21),
    LOAD(9),
    RENAME(6),
    TIE(9),
    TAKE(12),
    OVERSIZE(3),
    READ(10),
    READ_INDEX(5),
    MAINTAIN(5),
    CHECK(2),
    REPAIR(2),
    RECOUNT(1);

    private final int weight;

    Operation(int weight) {
      this.weight = weight;
    }

    private boolean writes() {
      return this == WRITE_ONE || this == WRITE_SEVERAL || this == RENAME || this == TAKE;
    }
  }

  static Mix of(RandomGenerator random) {
    Map<Operation, Integer> weights = new EnumMap<>(Operation.class);
    boolean swarm = random.nextBoolean();
    for (Operation operation : Operation.values()) {
      int factor = swarm ? factor(operation, random) : 1;
      weights.put(operation, operation.weight * factor);
    }
    return new Mix(weights);
  }

  private static int factor(Operation operation, RandomGenerator random) {
    return switch (random.nextInt(4)) {
      case 0 -> operation.writes() ? 1 : 0;
      case 1 -> operation.writes() ? 2 : 12;
      default -> 1;
    };
  }

  Operation next(RandomGenerator random) {
    int sum = weights.values().stream().mapToInt(Integer::intValue).sum();
    int choice = random.nextInt(sum);
    for (Map.Entry<Operation, Integer> each : weights.entrySet()) {
      choice -= each.getValue();
      if (choice < 0) {
        return each.getKey();
      }
    }
    throw new AssertionError("weights have changed");
  }
}
