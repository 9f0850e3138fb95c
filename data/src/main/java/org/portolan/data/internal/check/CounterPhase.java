package org.portolan.data.internal.check;

import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.Engine;

/** A counter against a count; one that moves while it is counted is repaired at a quieter time. */
record CounterPhase(CounterSchema counter) implements CheckPhase {

  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    Recount recount = new Recount(counter, engine, rows -> progress.looked(rows, 0));
    Recount.Counted counted = recount.count();
    if (counted.agrees()) {
      return;
    }
    boolean repair = suspects.repairs() && counted.isRepairable();
    if (repair) {
      recount.repair(counted);
    }
    progress.found(
        new Finding(
            counted.actual() > counted.after() ? Kind.MISSING : Kind.DANGLING,
            counter.name(),
            "counts " + counted.after() + ", there are " + counted.actual(),
            repair),
        Math.abs(counted.actual() - counted.after()));
  }
}
