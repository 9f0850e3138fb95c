package org.portolan.engine.simulated;

/** Ends a thread of a simulated process that was killed. No exception: nobody handles it. */
public final class ProcessEndedError extends Error {
  private static final long serialVersionUID = 1L;

  ProcessEndedError(String process) {
    super(process + " is dead", null, false, false);
  }
}
