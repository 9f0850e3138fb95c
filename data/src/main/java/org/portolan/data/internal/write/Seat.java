package org.portolan.data.internal.write;

import java.time.Duration;
import java.util.Optional;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Signal;
import org.portolan.data.StoreTransaction;

/**
 * The place of one write among those of its process that change the same rows: at work by itself,
 * in a queue, or in a group. Threads of other writes move it on, and its own thread waits here.
 * Thread-safe.
 *
 * @param <T> the result of the write's function
 */
final class Seat<T> {
  /** The longest time that a leader waits for the function of a member. */
  static final Duration PART_MAX = Duration.ofSeconds(1);

  private final StoreRuntime runtime;

  /** Given to this write's thread when its place has changed; null until it first waits. */
  private Signal own;

  /** Given to the leader's thread when the function has ended; null until then too. */
  private Signal leaders;

  private volatile boolean joins;

  /** When its function began to run as that of a leader; 0 while it does not. */
  private volatile long ownSinceNanos;

  // Guarded by this.
  private Place place = Place.AT_WORK;
  private Seat<?> leader;
  private StoreWrite shared;
  private SharedTransaction transaction;
  private Part<T> part;
  private Settled settled;

  enum Place {
    /** Its own thread decides what happens next. */
    AT_WORK,
    /** In a queue. */
    WAITS,
    /** Taken out of the queue; its function leads the queue from now on. */
    LEADS_NOW,
    /** In a group; its function has not been called for. */
    JOINED,
    /** In a group; its function is to run. */
    CALLED,
    RUNS,
    /** In a group; its function has ended, and the group may be committed. */
    RAN,
    /** The leader has told how the group ended. */
    SETTLED
  }

  /** How a wait in a queue has ended. */
  enum Fate {
    /** This write leads. */
    LEADS,
    /** It goes on without queues. */
    ALONE,
    /** It queues again: nothing was committed. */
    AGAIN,
    /** Its group was committed. */
    MADE,
    /** Its group met a conflict. */
    CONFLICT,
    /** Whether its group was committed is unknown. */
    UNKNOWN
  }

  /**
   * How a group ended.
   *
   * @param cause the conflict or the unknown outcome; otherwise null
   */
  record Settled(Fate fate, RuntimeException cause) {}

  /**
   * One run of the function as a part of a group.
   *
   * @param failure null if it returned
   * @param changed whether it may have changed anything
   */
  record Part<T>(T result, Throwable failure, boolean changed) {}

  /**
   * @param joins whether the write may be a member of a group
   */
  Seat(StoreRuntime runtime, boolean joins) {
    this.runtime = runtime;
    this.joins = joins;
  }

  boolean joins() {
    return joins;
  }

  /** Notes that the write can only be made by itself. */
  void joinsNoMore() {
    joins = false;
  }

  // By the write's own thread.

  void beginsOwn() {
    // 0 means that it does not run.
    ownSinceNanos = runtime.monotonicNanos() | 1;
  }

  void endsOwn() {
    ownSinceNanos = 0;
  }

  synchronized void waits() {
    if (own == null) {
      own = runtime.newSignal();
      leaders = runtime.newSignal();
    }
    place = Place.WAITS;
  }

  synchronized void isAtWork() {
    place = Place.AT_WORK;
  }

  /** Waits until the place may have changed; false if the time is over. */
  boolean await(Duration wait) throws InterruptedException {
    return own.await(wait);
  }

  /** Returns the place, and moves on from those that the write's thread waits for. */
  synchronized Place arrive() {
    Place now = place;
    if (now == Place.CALLED) {
      place = Place.RUNS;
      return Place.RUNS;
    }
    if (now == Place.LEADS_NOW || now == Place.SETTLED) {
      place = Place.AT_WORK;
    }
    return now;
  }

  synchronized Settled settled() {
    return settled;
  }

  /** Returns the write of the group that the function is to run in. */
  synchronized StoreWrite shared() {
    return shared;
  }

  /**
   * Returns the transaction for the function.
   *
   * @throws Together if the leader waits no longer
   */
  synchronized SharedTransaction share(StoreTransaction inner) {
    if (place != Place.RUNS) {
      throw new Together(null);
    }
    transaction = new SharedTransaction(inner, shared, runtime.newLock());
    return transaction;
  }

  /** Tells the leader that the function has ended. */
  void ran(T result, Throwable failure) {
    synchronized (this) {
      if (place == Place.RUNS) {
        place = Place.RAN;
        part = new Part<>(result, failure, transaction != null && transaction.hasChanged());
      }
    }
    leaders.give();
  }

  /** Leaves a group whose leader's function runs for too long; false if it does not. */
  boolean leaveStuck() {
    Seat<?> stuck;
    synchronized (this) {
      stuck = place == Place.JOINED ? leader : null;
    }
    if (stuck == null || !stuck.isStuck()) {
      return false;
    }
    synchronized (this) {
      if (place != Place.JOINED || leader != stuck) {
        return false;
      }
      place = Place.AT_WORK;
      leader = null;
      return true;
    }
  }

  /** Returns what the function did in a group. */
  synchronized Part<T> part() {
    return part;
  }

  // By threads of other writes.

  /** Returns whether the function has been running as that of a leader for too long. */
  boolean isStuck() {
    long since = ownSinceNanos;
    return since != 0 && runtime.monotonicNanos() - since >= HotRows.OWN_WORK_MAX.toNanos();
  }

  synchronized void leadsNow() {
    place = Place.LEADS_NOW;
    own.give();
  }

  /** Makes this write a member of a group. */
  synchronized void joined(Seat<?> newLeader) {
    leader = newLeader;
    place = Place.JOINED;
  }

  /** Returns whether this write is a member; if so, its function may be called for again. */
  synchronized boolean isReady(Seat<?> of) {
    if (leader == of && (place == Place.JOINED || place == Place.RAN)) {
      place = Place.JOINED;
      return true;
    }
    return false;
  }

  /**
   * Runs the function in its own thread, and waits until it has ended.
   *
   * @return what it did; empty if this write has left the group. If the function runs for too long,
   *     it goes on alone, and {@link Part#failure} is {@link Together}
   */
  Optional<Part<T>> call(Seat<?> of, StoreWrite write) {
    synchronized (this) {
      if (leader != of || place != Place.JOINED) {
        return Optional.empty();
      }
      shared = write;
      transaction = null;
      place = Place.CALLED;
      own.give();
    }
    long end = runtime.monotonicNanos() + PART_MAX.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        synchronized (this) {
          if (place == Place.RAN) {
            return Optional.of(part);
          }
        }
        long left = end - runtime.monotonicNanos();
        if (left <= 0) {
          return Optional.of(giveUpPart());
        }
        try {
          leaders.await(Duration.ofNanos(left));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Part<T> giveUpPart() {
    SharedTransaction running;
    synchronized (this) {
      if (place == Place.RAN) {
        return part;
      }
      running = transaction;
      place = Place.SETTLED;
      leader = null;
      settled = new Settled(Fate.ALONE, null);
      own.give();
    }
    if (running != null) {
      running.end();
    }
    return new Part<>(null, new Together(null), true);
  }

  /** Tells this write how its group ended; does nothing if it has left the group. */
  synchronized void settle(Seat<?> of, Fate fate, RuntimeException cause) {
    if (leader == of && (place == Place.JOINED || place == Place.RAN)) {
      leader = null;
      settled = new Settled(fate, cause);
      place = Place.SETTLED;
      own.give();
    }
  }

  /** Returns whether this write goes back from a group to the queue. */
  synchronized boolean waitsAgain(Seat<?> of) {
    if (leader == of && (place == Place.JOINED || place == Place.RAN)) {
      leader = null;
      place = Place.WAITS;
      return true;
    }
    return false;
  }
}
