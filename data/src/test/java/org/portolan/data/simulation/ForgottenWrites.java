package org.portolan.data.simulation;

import java.util.function.Predicate;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.data.simulation.Judge.Attempt;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;
import org.portolan.engine.simulated.Losses;
import org.portolan.engine.simulated.Losses.Loss;

/**
 * The writes that servers may have forgotten: buffered writes whose rows lost changes, or only the
 * derived changes of writes.
 */
final class ForgottenWrites {
  private final Design design;
  private final Losses losses;

  ForgottenWrites(Design design, Losses losses) {
    this.design = design;
    this.losses = losses;
  }

  /** Returns whether an attempt that was made may be lost. */
  boolean mayInclude(Attempt attempt) {
    return mayConcern(attempt, loss -> isOfItsRows(loss, attempt));
  }

  /**
   * Returns whether the derived changes of an attempt may be lost, or may exist although the
   * attempt is lost.
   */
  boolean mayHaveTorn(Attempt attempt) {
    return mayConcern(
        attempt, loss -> loss.row() != null && !loss.row().table().equals(SessionTable.NAME));
  }

  private boolean mayConcern(Attempt attempt, Predicate<Loss> concerns) {
    return attempt.durability == Durability.BUFFERED
        && losses.all().stream()
            .anyMatch(loss -> loss.millis() >= attempt.begunMillis && concerns.test(loss));
  }

  private boolean isOfItsRows(Loss loss, Attempt attempt) {
    return loss.row() == null
        || attempt.steps.keySet().stream().anyMatch(row -> stored(row).equals(loss.row()));
  }

  private RowKey stored(RowId row) {
    EntityDesign entity = design.entity(row.entity()).orElseThrow();
    return new RowKey(entity.name(), entity.keyMapping().rowKey(row.key()));
  }
}
