package org.portolan.data.internal.check;

import java.util.Optional;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.internal.check.CounterLook.Confirmed;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.CounterLook.Counted;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Engine;

/**
 * Compares a counter with a count. A counter outside the transactions of the rows may lag behind
 * them, and on an engine without snapshots any counter may: it is looked at again after the guard
 * time, a few times. The smallest error found counts. If one look finds too few and another too
 * many, or none, no error is proven. A counter that changes all the time, on an engine that cannot
 * count at one moment, stays undecided.
 */
record CounterPhase(CounterSchema counter, CounterLook look) implements CheckPhase {
  private static final int LOOKS_MAX = 5;

  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    try {
      compare(engine.capabilities().snapshotReads(), progress, suspects);
    } catch (ConflictException e) {
      undecided(progress, "changes faster than its rows or items can be counted");
    }
  }

  private void compare(boolean snapshots, CheckProgress progress, Suspects suspects) {
    Counted first = look.look(counter, Correction.NONE, rows -> progress.looked(rows, 0));
    if (first.missing() == 0) {
      return;
    }
    if (mayLag(snapshots)) {
      compareLagging(first, progress, suspects);
    } else {
      found(suspects.repairs() ? look(Correction.ALL) : first, progress);
    }
  }

  private void compareLagging(Counted first, CheckProgress progress, Suspects suspects) {
    Optional<Counted> agreed = agreed(first, suspects, suspects.repairs());
    if (agreed.isEmpty() || agreed.get().sameCorrections(first)) {
      agreed.ifPresent(counted -> found(counted, progress));
    } else if (agreed(agreed.get(), suspects, false).isPresent()) {
      // The other check has corrected the proven error. The rest may be an addition that is on its
      // way, so a check that begins now must look at it.
      undecided(progress, "was corrected by another check meanwhile, and still looks wrong");
    }
  }

  /**
   * Looks again and again at a counter that may lag.
   *
   * @return the smallest error of all looks, if they agree; empty if they prove no error. If
   *     another check corrects the counter, all looks before are void: then the look after, if it
   *     finds an error
   */
  private Optional<Counted> agreed(Counted first, Suspects suspects, boolean repair) {
    Counted smallest = first;
    int looks = LOOKS_MAX + (repair ? 1 : 0);
    for (int number = 2; smallest.missing() != 0 && number <= looks; number++) {
      suspects.awaitGuard();
      Counted next = look(number > LOOKS_MAX ? new Confirmed(smallest) : Correction.NONE);
      if (!next.sameCorrections(first)) {
        smallest = next;
        break;
      }
      if (!next.agrees(smallest)) {
        return Optional.empty();
      }
      smallest = smallest.with(next);
    }
    return Optional.of(smallest).filter(counted -> counted.missing() != 0);
  }

  private Counted look(Correction correction) {
    return look.look(counter, correction, rows -> {});
  }

  private void found(Counted counted, CheckProgress progress) {
    long missing = counted.missing();
    if (missing == 0) {
      return;
    }
    boolean sum = counter.design().sums().isPresent();
    progress.found(
        new Finding(
            missing > 0 ? Kind.MISSING : Kind.DANGLING,
            counter.name(),
            (sum ? "is " : "counts ")
                + counted.value()
                + (sum ? ", the rows add up to " : ", there are ")
                + counted.actual(),
            counted.repaired()),
        // The error of a sum is no number of things.
        sum ? 1 : Math.abs(missing));
  }

  private void undecided(CheckProgress progress, String reason) {
    progress.found(
        new Finding(
            Kind.UNDECIDED,
            counter.name(),
            reason + "; check again when there are fewer writes",
            false),
        1);
  }

  /** Without snapshots, a commit that is being made may show the counter before the rows. */
  private boolean mayLag(boolean snapshots) {
    return !counter.hasReceipts() && !(counter.design().transactional() && snapshots);
  }
}
