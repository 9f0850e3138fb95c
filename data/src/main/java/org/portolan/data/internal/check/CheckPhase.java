package org.portolan.data.internal.check;

import org.portolan.engine.Engine;

/** One pass of a check: over an entity, an index or a counter. */
sealed interface CheckPhase permits TreePhase, MissingPhase, DanglingPhase, CounterPhase {

  /**
   * Runs this phase.
   *
   * @param state the place at which to begin
   */
  void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects);
}
