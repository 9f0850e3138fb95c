package org.portolan.data.internal.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.design.Design;
import org.portolan.design.evolve.ChangeRules;
import org.portolan.design.evolve.DesignChange;
import org.portolan.design.evolve.Part;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.Slot;
import org.portolan.design.evolve.Slots;
import org.portolan.design.evolve.Verdict;

/** Refuses changes of a design that cannot be made to a store. */
final class ChangeCheck {
  private ChangeCheck() {}

  /**
   * Refuses changes.
   *
   * @param slots of the store before the change
   * @throws IllegalArgumentException if one of them cannot be made; the message lists all such
   */
  static void require(
      String uri, List<DesignChange> changes, Slots slots, Renames renames, Design target) {
    ChangeRules rules = new ChangeRules(changes);
    List<String> refusals = new ArrayList<>();
    for (DesignChange change : changes) {
      String what = String.join("; ", change.differences());
      Verdict verdict = rules.of(change);
      if (verdict instanceof Verdict.Refused refused) {
        refusals.add(what + ": " + refused.reason() + "; " + refused.remedy());
      }
      if (loosened(change).filter(column -> hasAbsent(slots, renames, column)).isPresent()) {
        refusals.add(
            what
                + ": the column was added to rows that exist, which have no value of their own in"
                + " it, so a null could not be told from them; leave it required");
      }
    }
    if (!refusals.isEmpty()) {
      throw new IllegalArgumentException(
          "cannot change the store "
              + uri
              + " to the design '"
              + target.name()
              + "': "
              + String.join("; ", refusals));
    }
  }

  /** A column by its name in the new design. */
  private record Place(Part part, String column) {}

  /** Returns the column that need not have a value any more. */
  private static Optional<Place> loosened(DesignChange change) {
    if (change instanceof DesignChange.RuleChanged rule
        && rule.before().required()
        && !rule.after().required()) {
      return Optional.of(new Place(rule.part(), rule.column().name()));
    }
    return change instanceof DesignChange.ColumnRetyped retyped
            && retyped.ruleBefore().required()
            && !retyped.ruleAfter().required()
        ? Optional.of(new Place(retyped.part(), retyped.after().name()))
        : Optional.empty();
  }

  private static boolean hasAbsent(Slots slots, Renames renames, Place place) {
    Part part = place.part();
    for (Slot slot : slots.of(part.entity(), part.name())) {
      boolean holds =
          slot.use() == Slot.Use.COLUMN
              && renames.after(part.entity(), part.name(), slot.column()).equals(place.column());
      if (holds && slot.absent().isPresent()) {
        return true;
      }
    }
    return false;
  }
}
