package org.portolan.design.evolve;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.portolan.design.Design;

/**
 * What a store keeps about its evolution: the slots of its rows, and the change of the design that
 * is under way. A store whose design never changed has none. Immutable.
 *
 * @param epoch rises with every change of this state, so that no text of it occurs twice
 * @param slots those in force
 * @param underWay the change of the design that has begun and not ended
 */
public record EvolutionState(long epoch, Slots slots, Optional<UnderWay> underWay) {
  /** The version of the text that this release reads and writes. */
  public static final int FORMAT_VERSION = 1;

  /** What has been done of a change. Each step is begun when the one before has ended. */
  public enum Step {
    /** The store is closed to everybody else; its rows are settled and looked at. */
    BEGUN,
    /** Tables are created and altered. The design in force is still the old one. */
    ALTERING,
    /** The new design is in force; what the old one had more is removed. */
    REMOVING,
    /** The change is given up; what it has added is removed. */
    CANCELLING;

    /** Returns the step as the text spells it. */
    public String spelling() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A change that is under way.
   *
   * @param target the new design
   * @param removals what is removed at the end: a table, or a family as {@code table.family}
   */
  public record UnderWay(Step step, Design target, Renames renames, List<String> removals) {
    public UnderWay {
      removals = List.copyOf(removals);
    }

    UnderWay at(Step next) {
      return new UnderWay(next, target, renames, removals);
    }
  }

  public EvolutionState {
    if (epoch < 1) {
      throw new IllegalArgumentException("an epoch is at least 1 but is " + epoch);
    }
  }

  /** Returns the next state: a change has come to a step. */
  public EvolutionState at(Step step, Slots inForce) {
    return new EvolutionState(epoch + 1, inForce, Optional.of(underWay.orElseThrow().at(step)));
  }

  /** Returns the next state: a change begins. */
  public EvolutionState beginning(UnderWay change) {
    return new EvolutionState(epoch + 1, slots, Optional.of(change));
  }

  /** Returns the next state: no change is under way. */
  public EvolutionState ended(Slots inForce) {
    return new EvolutionState(epoch + 1, inForce, Optional.empty());
  }
}
