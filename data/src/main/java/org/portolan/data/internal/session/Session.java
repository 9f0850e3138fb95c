package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.engine.ConflictException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/**
 * The session of this process at a store.
 *
 * <h2>Why</h2>
 *
 * The protocol must know two things about all processes, without relying on clocks: the version
 * below which all writes are done, so that additions to counters can be folded; and the rows that a
 * dead process may have left unfinished. So each process publishes both about its writes: a floor,
 * and the rows that it is about to write. It renews the session every second while it writes. If it
 * does not, another process fences the session, finishes its rows and changes each of them, so that
 * a commit still under way finds its condition false. (Chubby and ZooKeeper have such sessions too.
 * The difference is that fencing works on the rows, not on a token that the store would have to
 * know.)
 *
 * <h2>How it fails</h2>
 *
 * A process that was held up for longer than {@link #LEASE} since its last renewal, by either of
 * its clocks, renews before it commits, and so learns that it was fenced. Then its write begins
 * anew in another session. A commit that is already on its way has no effect, because its row was
 * changed. Other processes wait for {@link SessionWatch#DEAD_AFTER} before they fence. So a fenced
 * session could only commit if both clocks of its process were wrong by more than twenty seconds;
 * even then other processes recognize its late receipts, see {@code Receipts}.
 *
 * <p>Thread-safe.
 *
 * <p>See {@code docs/life-of-a-write.md}: steps 1 and 5.
 */
final class Session {
  /** How long after its last renewal a session takes itself for alive. */
  static final Duration LEASE = Duration.ofSeconds(20);

  /** How often a renewal is tried whose outcome is unknown: writers wait meanwhile. */
  private static final int RENEWALS_MAX = 5;

  private final Sessions sessions;
  private final StoreRuntime runtime;
  private final OpenRows open;
  private final Lock renewing;

  /** How often a renewal was given up. */
  private final AtomicLong failedRenewals = new AtomicLong();

  private final TreeMap<Long, Integer> tickets = new TreeMap<>();
  private SessionRecord record;
  private Stopwatch renewed;
  private long renewedNanos;
  private long floor;
  private long ticketsBegun;
  private boolean ended;

  private Session(Sessions sessions, StoreRuntime runtime, SessionRecord record, Stopwatch since) {
    this.sessions = sessions;
    this.runtime = runtime;
    this.record = record;
    this.floor = record.floor();
    this.renewed = since;
    this.renewedNanos = since.startNanos();
    this.renewing = runtime.newLock();
    this.open = new OpenRows(sessions, runtime, record.id(), this::isAliveOrRenewed);
  }

  /**
   * Joins a store.
   *
   * @throws ConflictException if the outcome of joining is unknown; try again
   * @throws org.portolan.engine.UnavailableException if this process's wall clock is too far from
   *     the servers' or from that of another active process
   */
  static Session join(Sessions sessions, StoreRuntime runtime, String owner) {
    WallClocks.require(sessions, runtime);
    Stopwatch since = runtime.stopwatch();
    long id = runtime.random().nextLong(1, Long.MAX_VALUE);
    // A process that raises the horizon reads the sessions afterwards: either it sees this session,
    // or this session sees the raised horizon.
    SessionRecord joining =
        new SessionRecord(id, 1, SessionRecord.JOINING, false, runtime.wallMillis(), owner);
    require(sessions.replace(Optional.empty(), joining));
    long floor = Math.max(runtime.wallMillis(), sessions.horizon() + 1);
    SessionRecord joined = joining.renewed(floor, runtime.wallMillis());
    require(sessions.replace(Optional.of(joining), joined));
    return new Session(sessions, runtime, joined, since);
  }

  private static void require(boolean done) {
    if (!done) {
      throw new ConflictException(Set.of());
    }
  }

  OpenRows open() {
    return open;
  }

  long id() {
    return record().id();
  }

  private synchronized SessionRecord record() {
    return record;
  }

  /** Begins a write. */
  synchronized Ticket begin() {
    ticketsBegun++;
    long since = Math.max(floor, runtime.wallMillis());
    tickets.merge(since, 1, Integer::sum);
    return new Ticket(this, since);
  }

  synchronized void end(long since) {
    tickets.merge(since, -1, (held, one) -> held + one == 0 ? null : held + one);
  }

  synchronized boolean isIdle() {
    return tickets.isEmpty();
  }

  /**
   * Returns how many writes have begun; a caller that compares two results learns whether there was
   * work in between.
   */
  synchronized long ticketsBegun() {
    return ticketsBegun;
  }

  /** Returns the highest floor that can be promised now, and promises it. */
  private synchronized long raiseFloor() {
    long next = tickets.isEmpty() ? Math.max(floor + 1, runtime.wallMillis()) : tickets.firstKey();
    floor = Math.max(floor, next);
    return floor;
  }

  /**
   * Renews the session in the store.
   *
   * @return false if the session was fenced: nothing may be written in it any more
   * @throws UnavailableException if the store answers reads but no renewal
   */
  boolean renew() {
    renewing.lock();
    try {
      return renewHolding();
    } finally {
      renewing.unlock();
    }
  }

  private boolean renewHolding() {
    for (int attempt = 1; !isEnded(); attempt++) {
      if (attempt > RENEWALS_MAX) {
        failedRenewals.incrementAndGet();
        throw unanswered();
      }
      Stopwatch since = runtime.stopwatch();
      SessionRecord before = record();
      SessionRecord after = before.renewed(raiseFloor(), runtime.wallMillis());
      if (sessions.replace(Optional.of(before), after)) {
        renewed(after, since);
        return true;
      }
      Optional<SessionRecord> found = sessions.find(before.id());
      if (found.isEmpty() || found.get().fenced()) {
        end();
      } else if (found.get().renewal() != before.renewal()) {
        // An earlier renewal of unknown outcome arrived after all. It does not extend the lease:
        // other processes may have seen it long ago.
        adopt(found.get());
      }
    }
    return false;
  }

  private static UnavailableException unanswered() {
    return new UnavailableException(
        "the store answers no renewal of the session of this process; this attempt changed nothing");
  }

  private synchronized void renewed(SessionRecord now, Stopwatch since) {
    record = now;
    renewed = since;
    renewedNanos = since.startNanos();
  }

  private synchronized void adopt(SessionRecord found) {
    record = found;
  }

  private synchronized void end() {
    ended = true;
  }

  /** Atomic: a write that begins in between would be made in a session that is removed. */
  private synchronized boolean endIfIdle() {
    if (ended || !tickets.isEmpty()) {
      return false;
    }
    ended = true;
    return true;
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /**
   * Returns whether the store has confirmed that the session was alive after a moment of the
   * monotonic clock.
   */
  synchronized boolean wasAliveAfter(long nanos) {
    return !ended && renewedNanos - nanos > 0;
  }

  private synchronized boolean isAlive() {
    return !ended && !renewed.exceeds(LEASE);
  }

  /** Returns how the session fares, for {@link org.portolan.data.Store#activity}. */
  synchronized StoreActivity.Session now() {
    Duration left = LEASE.minus(renewed.elapsed());
    long oldest = tickets.isEmpty() ? 0 : runtime.wallMillis() - tickets.firstKey();
    return new StoreActivity.Session(
        left.isNegative() ? Duration.ZERO : left, Duration.ofMillis(Math.max(0, oldest)));
  }

  /** The waiting writers use the answer that this writer gets. */
  private boolean isAliveOrRenewed() {
    if (isAlive()) {
      return true;
    }
    long failedBefore = failedRenewals.get();
    renewing.lock();
    try {
      if (isAlive()) {
        return true;
      }
      if (failedRenewals.get() != failedBefore) {
        throw unanswered();
      }
      return renewHolding();
    } finally {
      renewing.unlock();
    }
  }

  void requireAlive(Set<RowKey> rows) {
    if (!isAliveOrRenewed()) {
      throw new ConflictException(rows);
    }
  }

  /** Removes the session if nothing is left to be done; otherwise other processes end it. */
  void leave() {
    open.close();
    renewing.lock();
    try {
      if (endIfIdle()) {
        sessions.remove(record());
      }
    } finally {
      renewing.unlock();
    }
  }
}
