package org.portolan.data.internal.evolve;

import java.util.Optional;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.process.Guarding;
import org.portolan.design.Design;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.DesignDiff;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.NewCounters;
import org.portolan.design.evolve.OnlineChanges;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;

/** Tells whether a change of a design is made while applications go on, or the store is stopped. */
public record EvolutionWay(Engine engine, EvolveOptions options) {

  /** Returns whether a change is under way that is made while applications go on. */
  public boolean isOnline() {
    return StoredDesign.of(engine).onlineChange().isPresent();
  }

  /**
   * Returns whether a change is to be made, or completed, while applications go on. A change of a
   * store that no other process can have open is not: its indexes are built faster while it is
   * stopped.
   */
  public boolean isOnline(Design design, Renames renames) {
    StoredDesign stored = StoredDesign.of(engine);
    Optional<UnderWay> begun = stored.evolution().flatMap(EvolutionState::underWay);
    if (begun.isPresent()) {
      return begun.get().step().isOnline();
    }
    Design target = PortableDesign.concrete(design, engine.capabilities().items());
    return Guarding.isShared(engine)
        && !options.stopped()
        && !DesignDiff.between(stored.design(), target, renames).isEmpty()
        && OnlineChanges.between(stored.design(), target, renames)
            .on(newCounters(engine.capabilities()))
            .isPossible();
  }

  /** As {@link org.portolan.data.Evolution#newCounters}. */
  public static NewCounters newCounters(Capabilities engine) {
    if (Guarantee.of(engine) == Guarantee.REPAIRED) {
      return NewCounters.OF_ROWS;
    }
    boolean oneMoment =
        engine.local()
            && engine.snapshotReads()
            && engine.atomicAdd() == Capabilities.AtomicAdd.WITHOUT_CONFLICT;
    return oneMoment ? NewCounters.ANY : NewCounters.NONE;
  }

  /** As {@link org.portolan.data.Evolution#guard}. */
  public boolean guard(boolean on) {
    if (engine.capabilities().local()
        || Guarantee.of(engine.capabilities()) == Guarantee.REPAIRED) {
      throw new IllegalArgumentException(
          "the writes of processes at "
              + engine.uri()
              + " need no guards: indexes can change while applications go on");
    }
    if (isOnline()) {
      throw new StoreMismatchException(
          "a change of the design of "
              + engine.uri()
              + " is under way; complete or cancel it first");
    }
    new Processes(engine, options).requireTold();
    return Guarding.turn(engine, on);
  }
}
