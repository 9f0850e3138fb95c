package org.portolan.design.evolve;

import java.util.List;

/** Whether a change can be made to a store that exists. */
public sealed interface Verdict {

  /** A change that can be made. */
  record Possible(Way way, List<Effect> effects) implements Verdict {
    public Possible {
      effects = List.copyOf(effects);
    }
  }

  /**
   * A change that cannot be made.
   *
   * @param reason why not
   * @param remedy another way to the new design
   */
  record Refused(String reason, String remedy) implements Verdict {}
}
