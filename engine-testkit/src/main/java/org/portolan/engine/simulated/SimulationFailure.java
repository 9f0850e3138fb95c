package org.portolan.engine.simulated;

/** A simulation cannot go on, or found a forbidden state. */
public final class SimulationFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  public SimulationFailure(String message) {
    super(message);
  }

  public SimulationFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
