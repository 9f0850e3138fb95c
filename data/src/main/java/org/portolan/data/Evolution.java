package org.portolan.data;

import java.util.List;
import java.util.Optional;
import org.portolan.data.internal.evolve.EvolutionRun;
import org.portolan.data.internal.evolve.EvolutionWay;
import org.portolan.design.Design;
import org.portolan.design.evolve.NewCounters;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

/**
 * Changes the design of a store. If {@link Store#evolve} can make the change, and the engine has
 * several processes, it is made so while other processes go on. Otherwise nobody else may have the
 * store open: while the change is under way, opening the store is refused, also if the process that
 * makes the change has died. Then make the same change again, and it goes on where it stopped, or
 * cancel it.
 */
public final class Evolution {
  private Evolution() {}

  /**
   * How far a change has come.
   *
   * @param step a word for people
   * @param target the new design
   * @param renames the columns that have another name in it
   */
  public record Status(String step, Design target, Renames renames) {}

  /**
   * Changes the design of a store, or goes on with the same change.
   *
   * @param renames the columns that have another name in the new design
   * @return the changes that were made, for people; empty if the store has this design already
   * @throws StoreMismatchException if another change is under way, or the store was never opened by
   *     a release with sessions
   * @throws DataException if another process has the store open, or rows break a rule of the new
   *     design; the message names them, and the store is as before
   * @throws IllegalArgumentException if the change cannot be made; the message says why, and
   *     nothing is changed
   * @throws org.portolan.engine.CapabilityException if the engine cannot keep the new design. If it
   *     found this out while it altered tables, the change is under way: cancel it
   */
  public static List<String> apply(
      String uri, Design design, Renames renames, EvolveOptions options) {
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      if (!new EvolutionWay(engine, options).isOnline(design, renames)) {
        return new EvolutionRun(engine, Engines.ofUri(uri), options).apply(design, renames);
      }
    }
    try (Store store = Stores.open(uri, StoreOptions.DEFAULT.in(options.runtime()))) {
      return store.evolve(design, options);
    }
  }

  /** Returns which counters an entity of a store can get while applications go on. */
  public static NewCounters newCounters(Capabilities engine) {
    return EvolutionWay.newCounters(engine);
  }

  /**
   * Gives up a change that is under way. Afterwards the store has the old design. Columns that were
   * already added stay in its tables, unused.
   *
   * @return whether a change was under way
   * @throws StoreMismatchException if the new design is already in force, so that only what is
   *     superfluous remains to be removed
   */
  public static boolean cancel(String uri, EvolveOptions options) {
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      if (!new EvolutionWay(engine, options).isOnline()) {
        return new EvolutionRun(engine, Engines.ofUri(uri), options).cancel();
      }
    }
    try (Store store = Stores.open(uri, StoreOptions.DEFAULT.in(options.runtime()))) {
      return store.cancelEvolution(options);
    }
  }

  /**
   * Turns the guards of writes on or off, in a store on an engine with transactions over several
   * processes (Ignite). With guards, indexes can change while applications go on, and each write
   * transaction reads one record more. Processes that open the store from then on have them.
   *
   * @param options must say that no process has the store open
   * @return whether that is a change
   * @throws IllegalArgumentException on other engines, which need no guards
   * @throws DataException if the caller does not vouch that no process has the store open
   */
  public static boolean guard(String uri, boolean on, EvolveOptions options) {
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      return new EvolutionWay(engine, options).guard(on);
    }
  }

  /** Returns how far the change of a store's design has come; empty if none is under way. */
  public static Optional<Status> status(String uri) {
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      return new EvolutionRun(engine, Engines.ofUri(uri), EvolveOptions.DEFAULT).status();
    }
  }
}
