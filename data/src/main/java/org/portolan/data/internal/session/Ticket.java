package org.portolan.data.internal.session;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.portolan.engine.ConflictException;
import org.portolan.engine.EngineException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/**
 * One write of a session, from before its first read until nothing of it is left to be done. As
 * long as the ticket is held, the session's floor does not rise above the write's versions, and its
 * rows stay registered. Thread-safe.
 */
public final class Ticket {
  private final Session session;
  private final long since;
  private final Set<RowKey> rows = new LinkedHashSet<>();
  private int holds = 1;

  Ticket(Session session, long since) {
    this.session = session;
    this.since = since;
  }

  /** Returns the lowest version that the write may have. */
  public long since() {
    return since;
  }

  /** Notes that a row may be written; it is registered in the background. */
  public void prepare(RowKey row) {
    synchronized (this) {
      if (!rows.add(row)) {
        return;
      }
    }
    try {
      session.open().prepare(row);
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        rows.remove(row);
      }
      throw e;
    }
  }

  /** As {@link #require(Collection, long)}, for rows whose states are read afterwards. */
  public void require(Collection<RowKey> changed) {
    require(changed, 0);
  }

  /**
   * Makes sure that rows may be written now: they are registered, and the session is alive.
   *
   * @param newest the highest version of the states that the write replaces
   * @throws ConflictException if the session was ended; the write must begin anew
   * @throws EngineException if this cannot be ensured; this attempt wrote nothing
   */
  public void require(Collection<RowKey> changed, long newest) {
    changed.forEach(this::prepare);
    try {
      session.open().await(List.copyOf(changed));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(
          "an attempt to write rows "
              + changed
              + " was interrupted before it began; this attempt changed nothing",
          e);
    } catch (UnavailableException e) {
      // An ended session registers nothing any more once a new session has replaced it.
      if (session.isEnded()) {
        throw new ConflictException(Set.copyOf(changed));
      }
      throw e;
    }
    requireAlive(changed, newest);
  }

  /** As {@link #requireAlive(Collection, long)}, for changes that any process may make. */
  public void requireAlive(Collection<RowKey> changed) {
    requireAlive(changed, 0);
  }

  /**
   * Makes sure that the session is alive, for a write that leaves nothing to be finished.
   *
   * @param newest the highest version of the states that the write replaces; {@link Long#MAX_VALUE}
   *     if the store must confirm it now
   * @throws ConflictException if the session was ended; the write must begin anew
   * @throws EngineException if this is unknown; this attempt wrote nothing
   */
  public void requireAlive(Collection<RowKey> changed, long newest) {
    session.requireAlive(Set.copyOf(changed), newest);
  }

  /** Holds this ticket for one more {@link #release}. */
  public synchronized Ticket hold() {
    holds++;
    return this;
  }

  /** Releases the ticket once. */
  public void release() {
    synchronized (this) {
      if (--holds > 0) {
        return;
      }
    }
    session.open().idle(rows);
    session.end(since);
  }

  /**
   * Returns whether the store has confirmed that the session was alive after a moment of the
   * monotonic clock. If so, no process had fenced the session before that moment.
   */
  public boolean provedAliveAfter(long nanos) {
    return session.wasAliveAfter(nanos);
  }

  /** Returns whether the session was ended, so that other processes finish its rows. */
  public boolean isFenced() {
    return session.isEnded();
  }
}
