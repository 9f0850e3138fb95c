package org.portolan.data.internal.check;

import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.CounterLook.Counted;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Engine;

/**
 * Compares a counter with a count. A counter outside the transactions of the rows may lag behind
 * them: it is looked at again after the guard time, a few times, and the smallest error found
 * counts. A counter that changes all the time, on an engine that cannot count at one moment, stays
 * undecided.
 */
record CounterPhase(CounterSchema counter, CounterLook look) implements CheckPhase {
  private static final int LOOKS_MAX = 5;

  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    try {
      compare(progress, suspects);
    } catch (ConflictException e) {
      progress.found(
          new Finding(
              Kind.UNDECIDED,
              counter.name(),
              "changes faster than its rows or items can be counted; check again when there are"
                  + " fewer writes",
              false),
          1);
    }
  }

  private void compare(CheckProgress progress, Suspects suspects) {
    Counted counted = look.look(counter, Correction.NONE, rows -> progress.looked(rows, 0));
    for (int attempt = 2; mayLag(counted) && attempt <= LOOKS_MAX; attempt++) {
      suspects.awaitGuard();
      Counted next = look.look(counter, Correction.NONE, rows -> {});
      counted = Math.abs(next.missing()) < Math.abs(counted.missing()) ? next : counted;
    }
    if (counted.missing() != 0 && suspects.repairs()) {
      counted = look.look(counter, correction(counted), rows -> {});
    }
    long missing = counted.missing();
    if (missing == 0) {
      return;
    }
    progress.found(
        new Finding(
            missing > 0 ? Kind.MISSING : Kind.DANGLING,
            counter.name(),
            "counts " + counted.value() + ", there are " + counted.actual(),
            counted.repaired()),
        Math.abs(missing));
  }

  private boolean mayLag(Counted counted) {
    return counted.missing() != 0 && mayLag();
  }

  private boolean mayLag() {
    return !counter.hasReceipts() && !counter.design().transactional();
  }

  private Correction correction(Counted found) {
    return mayLag() ? Correction.confirmed(found.missing()) : Correction.ALL;
  }
}
