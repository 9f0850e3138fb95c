package org.portolan.data.internal.online;

import java.util.Optional;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.design.Design;

/**
 * The design that the application of this process knows: the one with which it has opened the
 * store, or which the store had then, or to which it has changed the store since. Thread-safe.
 */
public final class KnownDesign {
  private volatile Optional<Design> design;

  /**
   * @param given the design with which the application opens the store; empty if without
   */
  public KnownDesign(Optional<Design> given) {
    this.design = given;
  }

  /** Returns the design, given the one that the store has if the application named none. */
  Design orOf(StoredDesign stored) {
    if (design.isEmpty()) {
      design = Optional.of(stored.design());
    }
    return design.get();
  }

  /** Notes that the application knows a design from now on. */
  void become(Design target) {
    design = Optional.of(target);
  }
}
