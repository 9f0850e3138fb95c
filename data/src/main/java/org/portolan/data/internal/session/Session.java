package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Bytes;

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
 * changed. Other processes wait for {@link SessionWatch#DEAD_AFTER} before they fence.
 *
 * <p>If both clocks stood still, as those of a paused virtual machine do, the process does not know
 * that it was held up. Two conditions keep it from committing: the store registers a row only
 * together with a change of the session's record, which fencing has changed; and the end of the
 * session gives its rows versions above the session's {@linkplain SessionRecord#ceiling ceiling}. A
 * state with such a version is replaced only after a renewal that began when it had been read.
 *
 * <h2>What it costs</h2>
 *
 * One conditional change of the record for each batch of rows that are registered, beside the page
 * that lists them. It is a renewal, too. Thread-safe.
 *
 * <p>See {@code docs/life-of-a-write.md}: steps 1 and 5.
 */
final class Session {
  /** How long after its last renewal a session takes itself for alive. */
  static final Duration LEASE = Duration.ofSeconds(20);

  /** The most bytes of registered rows that the record names; more rows take two round trips. */
  private static final int ARRIVING_BYTES_MAX = 8 << 10;

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

  /** The lowest ceiling of the records that the store may have. */
  private long ceiling;

  /** The number of renewals that have begun, and the last of them that succeeded. */
  private long renewalsBegun;

  private long renewalConfirmed;
  private Stopwatch renewed;
  private long renewedNanos;
  private long floor;
  private long ticketsBegun;
  private boolean ended;

  private Session(Sessions sessions, StoreRuntime runtime, SessionRecord record, Stopwatch since) {
    this.sessions = sessions;
    this.runtime = runtime;
    this.record = record;
    this.ceiling = record.ceiling();
    this.floor = record.floor();
    this.renewed = since;
    this.renewedNanos = since.startNanos();
    this.renewing = runtime.newLock();
    this.open = new OpenRows(sessions, runtime, record.id(), this::register);
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
    return renewHolding(Bytes.EMPTY, List.of());
  }

  /**
   * @param arriving the rows that the record names until the next renewal
   * @param beside changes that are made in the same round trip
   */
  private boolean renewHolding(Bytes arriving, List<Mutation> beside) {
    for (int attempt = 1; !isEnded(); attempt++) {
      if (attempt > RENEWALS_MAX) {
        failedRenewals.incrementAndGet();
        throw unanswered();
      }
      Stopwatch since = runtime.stopwatch();
      SessionRecord before = record();
      SessionRecord after = before.renewed(raiseFloor(), runtime.wallMillis(), arriving);
      long number = begin(after);
      if (sessions.replace(Optional.of(before), after, beside)) {
        renewed(after, since, number);
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

  /** Another process may fence the session by this record before it is confirmed. */
  private synchronized long begin(SessionRecord next) {
    ceiling = Math.min(ceiling, next.ceiling());
    return ++renewalsBegun;
  }

  private synchronized void renewed(SessionRecord now, Stopwatch since, long number) {
    record = now;
    ceiling = now.ceiling();
    renewalConfirmed = number;
    renewed = since;
    renewedNanos = since.startNanos();
  }

  private synchronized void adopt(SessionRecord found) {
    record = found;
    ceiling = found.ceiling();
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

  private boolean isAliveOrRenewed() {
    return isAlive() || renewedUnless(this::isAlive);
  }

  private synchronized long renewalsBegun() {
    return renewalsBegun;
  }

  private synchronized boolean wasRenewedAfter(long number) {
    return !ended && renewalConfirmed > number;
  }

  /** Returns whether the store confirms by a renewal that begins now that the session is alive. */
  private boolean isProvedAlive() {
    long before = renewalsBegun();
    return renewedUnless(() -> wasRenewedAfter(before));
  }

  /** The waiting writers use the answer that this writer gets. */
  private boolean renewedUnless(BooleanSupplier enough) {
    long failedBefore = failedRenewals.get();
    renewing.lock();
    try {
      if (enough.getAsBoolean()) {
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

  /**
   * Registers rows in a page, and changes the record in the same round trip: so if the session was
   * fenced before, they are not registered. The record names them, since their page may arrive
   * after other processes have read the pages. Many rows are listed in the page before the record
   * changes.
   *
   * <p>A process that was held up asks first whether its session still exists: if engines have
   * forgotten the removal of its pages, no process would ever remove these entries.
   *
   * @return false if the session was fenced
   */
  private boolean register(int page, int ordinal, List<RowKey> rows) {
    if (!isAliveOrRenewed()) {
      return false;
    }
    Mutation registration =
        sessions.rows().registration(record().id(), page, ordinal, rows, OpenRows.VERSION);
    Bytes arriving = sessions.rows().packed(rows);
    boolean together = arriving.length() <= ARRIVING_BYTES_MAX;
    if (!together) {
      sessions.register(registration);
    }
    renewing.lock();
    try {
      return together ? renewHolding(arriving, List.of(registration)) : renewHolding();
    } finally {
      renewing.unlock();
    }
  }

  /** Returns whether a state of this version is replaced only by a session proved to be alive. */
  private synchronized boolean isAboveCeiling(long version) {
    return version > ceiling;
  }

  /**
   * @param newest the highest version of the states that are to be replaced
   */
  void requireAlive(Set<RowKey> rows, long newest) {
    boolean alive = isAboveCeiling(newest) ? isProvedAlive() : isAliveOrRenewed();
    if (!alive) {
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
