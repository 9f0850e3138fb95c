package org.portolan.engine.simulated;

/** Ends a thread of a killed simulated process. It is an error, so that no handler catches it. */
public final class ProcessEndedError extends Error {
  private static final long serialVersionUID = 1L;

  ProcessEndedError(String process) {
    super(process + " is dead", null, false, false);
  }
}
