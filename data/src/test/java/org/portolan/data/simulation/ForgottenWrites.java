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
 * What servers may have forgotten of writes: buffered ones, when they forgot changes of their rows;
 * or only what followed from these.
 */
final class ForgottenWrites {
  private final Design design;
  private final Losses losses;

  ForgottenWrites(Design design, Losses losses) {
    this.design = design;
    this.losses = losses;
  }

  /** Whether an attempt that was made may be gone. */
  boolean mayInclude(Attempt attempt) {
    return mayConcern(attempt, loss -> isOfItsRows(loss, attempt));
  }

  /** Whether what followed from an attempt may be gone, or stand though the attempt is gone. */
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
