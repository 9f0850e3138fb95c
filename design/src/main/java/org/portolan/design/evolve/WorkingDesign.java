package org.portolan.design.evolve;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.evolve.EvolutionState.UnderWay;

/**
 * What a process works by. It is the design in force with its physical columns and tables; but
 * while a change that adds something goes on, a process works by more than is in force: it must
 * keep, and remove with their row, the values that processes of the next step write. Immutable.
 *
 * @param design the design in force, perhaps with what the next one adds
 * @param slots its physical columns
 * @param indexes its tables, what else is maintained, and what is read
 */
public record WorkingDesign(Design design, Slots slots, IndexStates indexes) {

  /**
   * Returns what a process works by. It follows from the two texts alone, so all processes that
   * have read them do the same.
   *
   * @param text the design that the store's text of it names
   */
  public static WorkingDesign of(EvolutionState state, Design text) {
    Design inForce = state.designInForce(text);
    if (!state.adds()) {
      return new WorkingDesign(inForce, state.slots(), state.indexStates(text));
    }
    return switch (state.underWay().orElseThrow().step()) {
      case PREPARING ->
          new WorkingDesign(text, state.slots(), state.indexStates(text).withoutShadows());
      case ANNOUNCED, WITHDRAWN ->
          new WorkingDesign(text, announced(state, text), state.indexStates(text).withoutShadows());
      case DELETING, WRITING, WITHDRAWING -> widened(state, text);
      case SWITCHED, RETIRING, BEGUN, ALTERING, REMOVING, CANCELLING ->
          new WorkingDesign(inForce, state.slots(), state.indexStates(text));
    };
  }

  /**
   * Returns what processes will work by before the new design is in force: all of its tables are
   * there while they work by it, and can be decoded one step earlier and later.
   *
   * @return empty if no change is under way that adds something, or if its design is in force
   */
  public static Optional<WorkingDesign> coming(EvolutionState state, Design text) {
    return state.adds() && !state.underWay().orElseThrow().step().isTargetInForce()
        ? Optional.of(widened(state, text))
        : Optional.empty();
  }

  /** Returns the slots of the old design, with those that a change adds as ones without a use. */
  private static Slots announced(EvolutionState state, Design text) {
    return state.slots().withdrawing(state.nextSlots(text), (entity, part) -> Integer.MAX_VALUE);
  }

  private static WorkingDesign widened(EvolutionState state, Design text) {
    UnderWay change = state.underWay().orElseThrow();
    Design design = Additions.widened(text, change.target());
    IndexStates states = state.indexStates(text);
    Map<String, Integer> generations = new HashMap<>(states.generations());
    for (EntityDesign entity : change.target().entities()) {
      if (text.entity(entity.name()).isEmpty()) {
        entity
            .indexes()
            .forEach(
                index ->
                    generations.put(
                        index.name(),
                        change.nextGenerations().getOrDefault(index.name(), IndexStates.FIRST)));
      }
    }
    return new WorkingDesign(
        design,
        state.nextSlots(text),
        new IndexStates(generations, states.shadows(), states.counters()));
  }
}
