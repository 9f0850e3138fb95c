package org.portolan.data.internal.check;

import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.Engine;

/**
 * A counter against a count. One outside the transactions of the rows may lag behind them: it is
 * looked at again after the guard, a few times, and what remains in the best look counts.
 */
record CounterPhase(CounterSchema counter) implements CheckPhase {
  private static final int LOOKS_MAX = 5;

  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    Recount.Counted counted = Recount.count(engine, counter, rows -> progress.looked(rows, 0));
    for (int look = 2; mayLag(counted) && look <= LOOKS_MAX; look++) {
      suspects.awaitGuard();
      Recount.Counted next = Recount.count(engine, counter, rows -> {});
      counted = Math.abs(next.missing()) < Math.abs(counted.missing()) ? next : counted;
    }
    long missing = counted.missing();
    if (missing == 0) {
      return;
    }
    if (suspects.repairs()) {
      Recount.repair(engine, suspects.runtime(), counter, counted);
    }
    progress.found(
        new Finding(
            missing > 0 ? Kind.MISSING : Kind.DANGLING,
            counter.name(),
            "counts " + counted.value() + ", there are " + counted.actual(),
            suspects.repairs()),
        Math.abs(missing));
  }

  private boolean mayLag(Recount.Counted counted) {
    return counted.missing() != 0 && (counter.hasReceipts() || !counter.design().transactional());
  }
}
