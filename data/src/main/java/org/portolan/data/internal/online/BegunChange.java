package org.portolan.data.internal.online;

import java.util.List;
import java.util.stream.Collectors;
import org.portolan.data.DataException;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.build.Violation;
import org.portolan.data.internal.evolve.EvolutionText;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.design.Design;
import org.portolan.design.evolve.DesignDiff;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;

/** A change of a design that was begun, perhaps by another process, and has not ended. */
record BegunChange(String uri, UnderWay change) {

  /** Returns what goes on, for people. */
  List<String> differences(StoredDesign stored) {
    Design target = change.target();
    List<String> all =
        DesignDiff.between(stored.textDesign(), target).stream()
            .flatMap(each -> each.differences().stream())
            .toList();
    return all.isEmpty() ? List.of("design '" + target.name() + "' is in force") : all;
  }

  /**
   * Refuses to go on with another change.
   *
   * @param target the design to which the caller wants to come
   */
  void requireSame(Design target) {
    if (!change.step().isOnline()) {
      throw new StoreMismatchException(
          "the store "
              + uri
              + " is being changed while it is stopped (step '"
              + change.step().spelling()
              + "'): close it, and complete that change with 'portolan evolve --store "
              + uri
              + " --apply NEW-DESIGN'");
    }
    if (change.step() == Step.WITHDRAWING || change.step() == Step.WITHDRAWN) {
      throw EvolutionText.beingGivenUp(uri);
    }
    if (!change.target().equals(target)) {
      throw new StoreMismatchException(
          "the store "
              + uri
              + " is being changed to another design, '"
              + change.target().name()
              + "' (step '"
              + change.step().spelling()
              + "'): go on with that design"
              + (change.step().isTargetInForce() ? "" : ", or cancel it"));
    }
  }

  /** Returns why the change cannot be made, and is given up. */
  DataException refused(List<Violation> violations) {
    return new DataException(
        "cannot change the store "
            + uri
            + " to the design '"
            + change.target().name()
            + "', because rows have the same value of a unique index; the change is given up, and"
            + " the store has its design as before: "
            + violations.stream().map(Violation::text).collect(Collectors.joining("; ")));
  }

  /** Refuses to give the change up if it cannot be any more, or not while applications go on. */
  void requireRevocable() {
    if (change.step().isTargetInForce() || !change.step().isOnline()) {
      throw new StoreMismatchException(
          "cannot cancel the change of "
              + uri
              + " while applications go on: "
              + (change.step().isOnline()
                  ? "the design '"
                      + change.target().name()
                      + "' is in force already; complete the change, then change the design back"
                  : "it was begun while the store was stopped"));
    }
  }
}
