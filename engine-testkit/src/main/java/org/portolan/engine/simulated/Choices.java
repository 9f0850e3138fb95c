package org.portolan.engine.simulated;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The decisions of a seed. Each event has a name and its own random numbers, so that a history
 * without one of the events stays much the same elsewhere.
 *
 * @param left the names of events that are left out, although the seed has them
 */
public record Choices(long seed, Set<String> left) {
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  public Choices {
    left = Set.copyOf(left);
  }

  /** Returns all decisions of a seed. */
  public static Choices of(long seed) {
    return new Choices(seed, Set.of());
  }

  /** Returns the random numbers of an event: always the same for a name. */
  public RandomGenerator of(String name) {
    long hash = FNV_START;
    for (int index = 0; index < name.length(); index++) {
      hash = (hash ^ name.charAt(index)) * FNV_PRIME;
    }
    return new SplittableRandom(hash ^ Long.rotateLeft(seed * FNV_PRIME, 17));
  }

  /** Whether an event is not left out. */
  public boolean admits(String name) {
    return !left.contains(name);
  }
}
