package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.evolve.EvolutionState.UnderWay;

/**
 * The counters that an entity gets while applications go on. A row is <em>counted</em> once these
 * counters contain what it adds to them; at each moment they are the sum over the counted rows.
 *
 * @param stage what a process does for them
 * @param mark by which rows are counted that were there before: a number that no other change has
 */
public record Arriving(String entity, List<CounterDesign> counters, Stage stage, long mark) {
  public Arriving {
    counters = List.copyOf(counters);
  }

  /** What a process does for new counters. No two processes are more than one stage apart. */
  public enum Stage {
    /** It can decode their table, and changes nothing in it. */
    KNOWN,
    /** A write of a counted row changes them; it counts no row. */
    FOLLOWED,
    /** A write also counts its row if that is not counted, and the rows that nobody writes are. */
    COUNTED,
    /**
     * All rows are counted, and applications read the counters. A write still marks its row, for
     * processes one stage behind.
     */
    IN_FORCE
  }

  /**
   * Returns the counters that arrive. It follows from the two texts alone, so all processes that
   * have read them do the same.
   *
   * @param text the design that the store's text of it names
   */
  static List<Arriving> of(EvolutionState state, Design text) {
    if (!state.counts()) {
      return List.of();
    }
    UnderWay change = state.underWay().orElseThrow();
    // Each step has the next epoch, and rows are counted by that of the step 'writing'.
    return switch (change.step()) {
      case PREPARING, ANNOUNCED, WITHDRAWING, WITHDRAWN ->
          of(text, change.target(), Stage.KNOWN, 0);
      case DELETING -> of(text, change.target(), Stage.FOLLOWED, state.epoch() + 1);
      case WRITING -> of(text, change.target(), Stage.COUNTED, state.epoch());
      case SWITCHED -> of(text, change.target(), Stage.IN_FORCE, state.epoch() - 1);
      case RETIRING, BEGUN, ALTERING, REMOVING, CANCELLING -> List.of();
    };
  }

  private static List<Arriving> of(Design before, Design after, Stage stage, long mark) {
    List<Arriving> arriving = new ArrayList<>();
    for (EntityDesign entity : after.entities()) {
      before
          .entity(entity.name())
          .map(
              own ->
                  entity.counters().stream()
                      .filter(
                          counter ->
                              own.counters().stream()
                                  .noneMatch(each -> each.name().equals(counter.name())))
                      .toList())
          .filter(counters -> !counters.isEmpty())
          .ifPresent(counters -> arriving.add(new Arriving(entity.name(), counters, stage, mark)));
    }
    return arriving;
  }
}
