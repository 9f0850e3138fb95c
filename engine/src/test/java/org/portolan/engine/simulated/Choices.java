package org.portolan.engine.simulated;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What a seed decides. Each thing that may happen has a name and chances of its own, so that a
 * history from which one thing is left out stays much the same elsewhere.
 *
 * @param left the names of what does not happen, though the seed says so
 */
public record Choices(long seed, Set<String> left) {
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  public Choices {
    left = Set.copyOf(left);
  }

  /** Returns everything that a seed decides. */
  public static Choices of(long seed) {
    return new Choices(seed, Set.of());
  }

  /** Returns the chances of one thing: always the same for a name. */
  public RandomGenerator of(String name) {
    long hash = FNV_START;
    for (int index = 0; index < name.length(); index++) {
      hash = (hash ^ name.charAt(index)) * FNV_PRIME;
    }
    return new SplittableRandom(hash ^ Long.rotateLeft(seed * FNV_PRIME, 17));
  }

  /** Whether a thing is not left out. */
  public boolean admits(String name) {
    return !left.contains(name);
  }
}
