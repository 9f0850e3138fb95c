package org.portolan.data.simulation;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.portolan.data.simulation.Simulation.Outcome;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.SimulatedCluster;

/**
 * Makes a failing history shorter: leaves out faults, disturbances and operations, by halves and
 * then one by one, if the rest still fails in the same way.
 */
final class Shrinker {
  private static final int SAME_CHARS = 16;

  private final SimulatedCluster.Kind kind;
  private final long endNanos;

  /**
   * @param timeMax the longest time of the search for a shorter history
   */
  Shrinker(SimulatedCluster.Kind kind, Duration timeMax) {
    this.kind = kind;
    this.endNanos = System.nanoTime() + timeMax.toNanos();
  }

  /** Returns the shortest history found that fails in the same way as the given one. */
  Outcome shrink(Outcome failing) {
    Outcome shortest = failing;
    int size = Math.max(1, failing.log().removable().size() / 2);
    while (size >= 1) {
      Outcome shorter = pass(shortest, size);
      if (shorter.equals(shortest)) {
        if (size == 1 || System.nanoTime() > endNanos) {
          break;
        }
        size = Math.max(1, size / 2);
      }
      shortest = shorter;
    }
    return shortest;
  }

  private Outcome pass(Outcome failing, int size) {
    Outcome shortest = failing;
    int from = 0;
    while (System.nanoTime() < endNanos) {
      List<String> removable = shortest.log().removable();
      if (from >= removable.size()) {
        break;
      }
      Set<String> left = new HashSet<>(shortest.choices().left());
      left.addAll(removable.subList(from, Math.min(removable.size(), from + size)));
      Outcome tried = Simulation.run(new Choices(failing.choices().seed(), left), kind);
      if (tried.failed() && sort(tried).equals(sort(failing))) {
        shortest = tried;
      } else {
        from += size;
      }
    }
    return shortest;
  }

  /** Failures with the same beginning are taken for the same. */
  private static String sort(Outcome outcome) {
    String message = Objects.toString(outcome.failure().getMessage());
    return message
        .replaceAll("[0-9]+", "")
        .substring(0, Math.min(SAME_CHARS, message.length() / 2));
  }
}
