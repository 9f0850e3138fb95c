package org.portolan.data.internal.session;

/** Decides whether a session may write. Thread-safe. */
@FunctionalInterface
public interface Admission {
  /** Admits every session. */
  Admission ALL = session -> {};

  /**
   * Runs after a session has joined, which every process sees from then on, and before any write.
   * If this does not see a change of the store, a process that looks at the sessions after that
   * change sees this session.
   *
   * @throws RuntimeException if this process must not write; it then leaves
   */
  void admit(long session);

  /** Runs after this process has left a session, or found it ended; the store may still have it. */
  default void left(long session) {}
}
