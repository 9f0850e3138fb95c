package org.portolan.data.internal.session;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreRuntime;
import org.portolan.engine.ConflictException;

/**
 * The membership of this process at a store: its session, and a new one after that was fenced.
 * Joins at the first write, so a process that only reads has no session. Thread-safe.
 */
public final class Membership {
  private final Sessions sessions;
  private final StoreRuntime runtime;
  private final Admission admission;
  private final Lock joining;
  private volatile Session current;
  private volatile boolean left;
  private long ticketsSeen;

  public Membership(Sessions sessions, StoreRuntime runtime) {
    this(sessions, runtime, Admission.ALL);
  }

  /**
   * @param admission of each session of this process
   */
  public Membership(Sessions sessions, StoreRuntime runtime, Admission admission) {
    this.sessions = sessions;
    this.runtime = runtime;
    this.admission = admission;
    this.joining = runtime.newLock();
  }

  /**
   * Begins a write.
   *
   * @throws ConflictException if the outcome of joining is unknown; try again
   * @throws IllegalStateException if this process has left the store; this attempt changed nothing
   */
  public Ticket begin() {
    return beginUnlessLeft()
        .orElseThrow(
            () -> new IllegalStateException("the store is closed; this attempt changed nothing"));
  }

  /** As {@link #begin}; returns empty if this process has left the store. */
  public Optional<Ticket> beginUnlessLeft() {
    return session().map(Session::begin);
  }

  private Optional<Session> session() {
    Session session = current;
    if (session != null && !session.isEnded()) {
      return Optional.of(session);
    }
    joining.lock();
    try {
      if (left) {
        return Optional.empty();
      }
      session = current;
      if (session == null || session.isEnded()) {
        if (session != null) {
          session.open().close();
          admission.left(session.id());
        }
        session = Session.join(sessions, runtime, runtime.processName());
        requireAdmitted(session);
        current = session;
      }
      return Optional.of(session);
    } finally {
      joining.unlock();
    }
  }

  private void requireAdmitted(Session session) {
    try {
      admission.admit(session.id());
    } catch (RuntimeException e) {
      try {
        session.leave();
        admission.left(session.id());
      } catch (RuntimeException notLeft) {
        // Others end the session. The caller learns why this attempt wrote nothing.
        e.addSuppressed(notLeft);
      }
      throw e;
    }
  }

  /**
   * Makes sure that everything that this process has read so far was read while others took it for
   * alive: by the design in force.
   *
   * @throws ConflictException if other processes have ended its session
   * @throws org.portolan.engine.EngineException if this is unknown
   */
  public void requireAliveSinceReads() {
    Ticket ticket = begin();
    try {
      ticket.requireAlive(Set.of(), Long.MAX_VALUE);
    } finally {
      ticket.release();
    }
  }

  /** Returns whether this process has a session. */
  public boolean isMember() {
    return current != null;
  }

  /** Returns how the session of this process fares; empty if it has none, or a fenced one. */
  public Optional<StoreActivity.Session> now() {
    return Optional.ofNullable(current).filter(own -> !own.isEnded()).map(Session::now);
  }

  /** Returns whether a session is this process's own, and alive. */
  public boolean isOwn(SessionRecord session) {
    Session own = current;
    return own != null && !own.isEnded() && own.id() == session.id();
  }

  /**
   * Returns whether writes have begun since the last call, or are under way. Used by one thread.
   */
  public boolean hasWorked() {
    Session session = current;
    long begun = session == null ? 0 : session.ticketsBegun();
    boolean worked = begun != ticketsSeen || (session != null && !session.isIdle());
    ticketsSeen = begun;
    return worked;
  }

  /** Renews the session, if there is one; returns false if it was fenced. */
  public boolean renew() {
    Session session = current;
    return session == null || session.renew();
  }

  /** Forgets registered rows that have nothing left to do. */
  public void retire() {
    Session session = current;
    if (session != null && !session.isEnded()) {
      session.open().retire();
    }
  }

  /** Leaves the store for good: a write that begins afterwards is refused. */
  public void leave() {
    joining.lock();
    try {
      left = true;
    } finally {
      joining.unlock();
    }
    Session session = current;
    if (session != null) {
      session.leave();
      admission.left(session.id());
    }
  }
}
