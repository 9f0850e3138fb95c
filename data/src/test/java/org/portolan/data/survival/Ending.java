package org.portolan.data.survival;

import org.portolan.data.WriteConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.ClientKilledError;

/** The answer to the caller of a write. */
enum Ending {
  /** The write is made. */
  ACKNOWLEDGED,
  /** Nothing was changed. */
  REFUSED,
  /** The outcome is unknown. */
  UNKNOWN,
  /** There was no answer: the process died. */
  KILLED;

  /** Runs a write; any exception that a caller need not expect is a failure. */
  static Ending of(Runnable write) {
    try {
      write.run();
      return ACKNOWLEDGED;
    } catch (UnavailableException | WriteConflictException nothingChanged) {
      return REFUSED;
    } catch (OutcomeUnknownException unknown) {
      return UNKNOWN;
    } catch (ClientKilledError killed) {
      return KILLED;
    }
  }

  /** Returns whether the write may have been made. */
  boolean mayBeDone() {
    return this != REFUSED;
  }

  /** Returns whether the write may not have been made, and may never be made. */
  boolean mayBeUndone() {
    return this != ACKNOWLEDGED;
  }
}
