package org.portolan.data.internal.session;

import java.util.List;

/** The sessions of a store, of which those of silent processes are ended. Thread-safe. */
public interface CurrentSessions {
  /**
   * Ends the sessions of processes that have been silent for long, and returns those that are left,
   * this process's own among them. A session that joins meanwhile may be missing.
   */
  List<SessionRecord> left();

  /** Returns whether the store has a session, also if {@link #left} has missed it. */
  boolean has(long session);

  /** Returns whether a session is this process's own, and alive. */
  boolean isOwn(SessionRecord session);
}
