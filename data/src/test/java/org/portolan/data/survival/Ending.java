package org.portolan.data.survival;

import org.portolan.data.WriteConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.ClientKilledError;

/** What who asked for a write was told. */
enum Ending {
  /** It is done. */
  ACKNOWLEDGED,
  /** Nothing was changed. */
  REFUSED,
  /** The store cannot tell. */
  UNKNOWN,
  /** Nothing: the process died. */
  KILLED;

  /** Runs a write; every exception but those that a caller must expect is a failure. */
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

  /** Whether the write may have been made. */
  boolean mayBeDone() {
    return this != REFUSED;
  }

  /** Whether the write may not have been made, nor be made later. */
  boolean mayBeUndone() {
    return this != ACKNOWLEDGED;
  }
}
