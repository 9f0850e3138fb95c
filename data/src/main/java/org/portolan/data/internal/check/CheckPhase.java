package org.portolan.data.internal.check;

import org.portolan.engine.Engine;

/** One pass of a check over one thing. */
sealed interface CheckPhase permits MissingPhase, DanglingPhase, CounterPhase {

  /**
   * Runs this phase.
   *
   * @param state where to begin
   */
  void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects);
}
