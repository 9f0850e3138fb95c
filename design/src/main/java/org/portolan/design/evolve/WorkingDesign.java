package org.portolan.design.evolve;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.evolve.EvolutionState.UnderWay;

/**
 * What a process works by. It is the design in force with its physical columns and tables; but
 * while a change that adds or drops something goes on, a process works by more than is in force: it
 * must keep, and remove with their row, the values that processes of the next step write, or that
 * those of the step before read. Immutable.
 *
 * @param design the design in force, perhaps with what the next one adds, or the former one has
 *     more
 * @param slots its physical columns
 * @param indexes its tables, what else is maintained, and what is read
 * @param leaving the counters of its entities that are also maintained
 * @param arriving the counters that its entities get, and what is done for them
 */
public record WorkingDesign(
    Design design,
    Slots slots,
    IndexStates indexes,
    List<Leaving> leaving,
    List<Arriving> arriving) {
  public WorkingDesign {
    leaving = List.copyOf(leaving);
    arriving = List.copyOf(arriving);
  }

  /** What a process works by while no counter is given up or added. */
  public WorkingDesign(Design design, Slots slots, IndexStates indexes) {
    this(design, slots, indexes, List.of(), List.of());
  }

  /**
   * Returns what a process works by. It follows from the two texts alone, so all processes that
   * have read them do the same.
   *
   * @param text the design that the store's text of it names
   */
  public static WorkingDesign of(EvolutionState state, Design text) {
    IndexStates indexes = state.indexStates(text);
    WorkingDesign inForce =
        new WorkingDesign(
            state.designInForce(text), state.slots(), indexes, List.of(), Arriving.of(state, text));
    if (!state.adds() && !state.drops()) {
      return inForce;
    }
    return switch (state.underWay().orElseThrow().step()) {
      case PREPARING -> inForce.withoutShadows();
      case ANNOUNCED, WITHDRAWN -> state.adds() ? announced(state, inForce) : inForce;
      case DELETING, WRITING, WITHDRAWING -> state.adds() ? widened(state, text) : inForce;
      case SWITCHED -> state.drops() ? hiding(state, text) : inForce;
      case RETIRING -> state.drops() ? inForce.withoutShadows() : inForce;
      case BEGUN, ALTERING, REMOVING, CANCELLING -> inForce;
    };
  }

  /** Returns this without what only its neighbours maintain; the tables may not be there. */
  private WorkingDesign withoutShadows() {
    return new WorkingDesign(design, slots, indexes.withoutShadows());
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

  /**
   * Returns what processes work by once the new design is in force, while they still keep what it
   * drops: one step later, all of its tables can still be decoded.
   *
   * @return empty if no change is under way that drops something, or if its design is not in force
   */
  public static Optional<WorkingDesign> leaving(EvolutionState state, Design text) {
    return state.hasDropped() ? Optional.of(hiding(state, text)) : Optional.empty();
  }

  /** Returns the old design, with the slots that a change adds as ones without a use. */
  private static WorkingDesign announced(EvolutionState state, WorkingDesign old) {
    Slots slots =
        state.slots().withdrawing(state.nextSlots(old.design), (entity, part) -> Integer.MAX_VALUE);
    return new WorkingDesign(
        old.design, slots, old.indexes.withoutShadows(), List.of(), old.arriving);
  }

  private static WorkingDesign widened(EvolutionState state, Design text) {
    UnderWay change = state.underWay().orElseThrow();
    Design design = Additions.widened(text, change.target());
    IndexStates states =
        withEntities(state.indexStates(text), change.target(), text, change.nextGenerations());
    return new WorkingDesign(
        design, state.nextSlots(text), states, List.of(), Arriving.of(state, text));
  }

  private static WorkingDesign hiding(EvolutionState state, Design text) {
    Design target = state.underWay().orElseThrow().target();
    IndexStates states = withEntities(state.indexStates(text), text, target, state.generations());
    return new WorkingDesign(
        Additions.widened(target, text),
        state.slots(),
        states,
        Leaving.of(text, target),
        Arriving.of(state, text));
  }

  /** Returns states with the generations of the indexes of entities that only one design has. */
  private static IndexStates withEntities(
      IndexStates states, Design design, Design other, Map<String, Integer> generations) {
    Map<String, Integer> all = new HashMap<>(states.generations());
    for (EntityDesign entity : design.entities()) {
      if (other.entity(entity.name()).isEmpty()) {
        for (IndexDesign index : entity.indexes()) {
          all.put(index.name(), generations.getOrDefault(index.name(), IndexStates.FIRST));
        }
      }
    }
    return new IndexStates(all, states.shadows(), states.counters());
  }
}
