package org.portolan.data.internal.online;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.epoch.Epochs;
import org.portolan.data.internal.epoch.StoreParts;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.design.Design;
import org.portolan.design.evolve.OnlineChanges;
import org.portolan.design.evolve.OnlineChanges.Refusal;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Engine;

/** Brings the design that a store has into force in this process. Thread-safe. */
public final class DesignFollower {
  /** A design changes every few seconds at most. */
  private static final int ATTEMPTS_MAX = 20;

  private final Engine engine;
  private final Epochs epochs;
  private final Function<StoredDesign, StoreParts> maker;
  private final KnownDesign known;
  private final Lock following;

  /**
   * @param maker makes the parts of a store that has this design
   * @param known what the application knows of the design, as {@code maker} looks it up
   */
  public DesignFollower(
      Engine engine,
      StoreRuntime runtime,
      Epochs epochs,
      Function<StoredDesign, StoreParts> maker,
      KnownDesign known) {
    this.engine = engine;
    this.epochs = epochs;
    this.maker = maker;
    this.known = known;
    this.following = runtime.newLock();
  }

  /**
   * Reads the design of the store, and brings it into force if it is a later one. Operations that
   * have begun end by the design before.
   *
   * @throws StoreMismatchException if an application that has opened the store by its former design
   *     cannot go on; all operations fail from then on
   */
  public void follow() {
    following.lock();
    try {
      followHolding();
    } finally {
      following.unlock();
    }
  }

  private StoredDesign followHolding() {
    for (int attempt = 1; ; attempt++) {
      StoredDesign stored = StoredDesign.of(engine);
      if (stored.epoch() <= epochs.epoch()) {
        return stored;
      }
      requireGoingOn(stored);
      try {
        epochs.advance(stored.epoch(), () -> maker.apply(stored));
        return stored;
      } catch (EpochOverException moved) {
        // The store has a later design already.
        if (attempt == ATTEMPTS_MAX) {
          throw moved;
        }
      }
    }
  }

  /**
   * As {@link #follow}, and if the store has no later design, makes new parts for the same one.
   *
   * @param ended parts that cannot be used any more, since others took this process for dead
   */
  void renew(StoreParts ended) {
    following.lock();
    try {
      StoredDesign stored = followHolding();
      epochs.renew(ended, () -> maker.apply(stored));
    } finally {
      following.unlock();
    }
  }

  /**
   * Notes that the application of this process knows a design from now on, which the store has: its
   * operations see, and write, all of it.
   */
  void know(Design design) {
    following.lock();
    try {
      known.become(design);
      StoreParts now = epochs.now();
      if (!now.view().isWhole()) {
        StoredDesign stored = followHolding();
        epochs.renew(now, () -> maker.apply(stored));
      }
    } finally {
      following.unlock();
    }
  }

  private static String lines(List<Refusal> refusals) {
    return refusals.stream().map(Refusal::line).collect(Collectors.joining("; "));
  }

  private void requireGoingOn(StoredDesign stored) {
    boolean stopped = stored.stoppedChange().isPresent();
    Design own = epochs.now().schema().view().inForce();
    List<Refusal> refusals = OnlineChanges.between(own, stored.design(), Renames.NONE).refusals();
    if (stopped || !refusals.isEmpty()) {
      StoreMismatchException changed =
          new StoreMismatchException(
              "cannot go on with the store "
                  + engine.uri()
                  + ": its design "
                  + (stopped ? "is being changed" : "was changed: " + lines(refusals))
                  + "; close the store, and open it again with its new design");
      epochs.refuse(changed);
      throw changed;
    }
  }
}
