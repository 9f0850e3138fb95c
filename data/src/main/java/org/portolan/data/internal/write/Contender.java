package org.portolan.data.internal.write;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Signal;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.write.HotRows.Queue;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;

/**
 * One write, from its beginning to its end, among those of its process that change the same rows.
 * It makes attempts by itself; or leads a group; or is a member of a group that another write
 * leads. Its function always runs in its own thread: the thread of a member waits until the leader
 * calls for the function, and the leader waits until the function has ended.
 *
 * <p>Methods of the second half are called by threads of other writes; the others by its own.
 */
final class Contender<T> implements AutoCloseable {
  /** The longest time that a leader waits for the function of a member. */
  static final Duration PART_MAX = Duration.ofSeconds(1);

  /** A write that broke up so many groups as their leader leads no more. */
  private static final int BROKEN_MAX = 3;

  private final HotRows rows;
  private final boolean queues;
  private final Durability durability;
  private final Trace trace;
  private final Function<StoreTransaction, T> work;

  /** Given to this write's thread when its place has changed. */
  private final Signal own;

  /** Given to the leader's thread when the function has ended. */
  private final Signal leaders;

  private Queue led;
  private boolean startedAgain;
  private boolean alone;
  private int broken;
  private int membersMax = GroupWork.MEMBERS_MAX;
  private long moment;
  private Together postponed;
  private List<StoreWrite.Asked> asked = List.of();

  /** When its function began to run as that of a leader; 0 while it does not. */
  private volatile long ownSinceNanos;

  // Guarded by this.
  private Place place = Place.AT_WORK;
  private Contender<?> leader;
  private StoreWrite shared;
  private SharedTransaction transaction;
  private Part<T> part;
  private Settled settled;

  private enum Place {
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
   * @param queues whether the write may queue at hot rows
   * @param trace counts the operations; null for no count
   */
  Contender(
      HotRows rows,
      boolean queues,
      Durability durability,
      Trace trace,
      Function<StoreTransaction, T> work) {
    this.rows = rows;
    this.queues = queues;
    this.durability = durability;
    this.trace = trace;
    this.work = work;
    this.own = rows.runtime().newSignal();
    this.leaders = rows.runtime().newSignal();
  }

  Durability durability() {
    return durability;
  }

  Trace trace() {
    return trace;
  }

  /** Returns the rows that the function asked for in its last run by itself. */
  List<StoreWrite.Asked> asked() {
    return asked;
  }

  boolean leads() {
    return led != null;
  }

  /** Notes that another attempt begins. */
  void begin() {
    moment = rows.moment();
    postponed = null;
  }

  /** Runs the function by itself, on a write of its own. */
  T runAlone(StoreWrite write) {
    if (mayQueue() && durability == Durability.SYNCED) {
      write.beforeChange(this::aboutToChange);
    }
    T result = runOwn(write);
    if (led != null && mayGroup() && !startedAgain && led.anyWaits(this)) {
      startedAgain = true;
      throw new Together(null);
    }
    return result;
  }

  /** Runs the function in this thread, as that of a leader or alone. */
  T runOwn(StoreWrite write) {
    ownSinceNanos = led == null ? 0 : now();
    T result;
    try {
      result = TransactionOfWork.run(write, work);
    } finally {
      ownSinceNanos = 0;
      asked = write.asked();
    }
    if (postponed != null) {
      // The function has caught it, and must not commit what it has done since.
      throw postponed;
    }
    return result;
  }

  private boolean mayQueue() {
    return queues && !alone;
  }

  private boolean mayGroup() {
    return durability == Durability.SYNCED && broken < BROKEN_MAX && membersMax > 0;
  }

  /** Claims the lead of a hot row that is about to change, or postpones this write. */
  private void aboutToChange(RowKey row) {
    if (led != null || !rows.used()) {
      return;
    }
    Optional<Queue> hot = rows.hot(row);
    if (hot.isEmpty()) {
      return;
    }
    if (hot.get().claim(this, moment)) {
      led = hot.get();
      ownSinceNanos = now();
      return;
    }
    postponed = new Together(row);
    throw postponed;
  }

  private long now() {
    // 0 means that it does not run.
    return rows.runtime().monotonicNanos() | 1;
  }

  /** Takes writes that wait behind this leader into a group; it may be empty. */
  GroupWork<T> group() {
    return new GroupWork<>(this, mayGroup() ? led.take(this, membersMax) : List.of());
  }

  /** Notes that this leader's group was broken up, and that some may have to wait for longer. */
  void hasBroken() {
    broken++;
  }

  /** Makes the groups of this leader smaller. */
  void shrink(int members) {
    membersMax = members;
  }

  /** Notes that this write has met a conflict, so that it may begin anew once more. */
  void conflicted() {
    startedAgain = false;
  }

  /** Puts writes of this leader's group back to the front of the queue. */
  void putBack(List<Contender<?>> members) {
    if (led == null) {
      members.forEach(member -> member.settle(this, Fate.AGAIN, null));
    } else {
      led.putBack(this, members);
    }
  }

  /** Ends this write's lead, if it has one. */
  void leave() {
    if (led != null) {
      led.leave(this);
      led = null;
    }
  }

  @Override
  public void close() {
    leave();
  }

  /** Queues at a row until it is known how to go on. */
  Settled queue(RowKey row) {
    if (led != null && led.row().equals(row) && led.isLedBy(this)) {
      return new Settled(Fate.LEADS, null);
    }
    leave();
    if (!mayQueue()) {
      return new Settled(Fate.ALONE, null);
    }
    synchronized (this) {
      place = Place.WAITS;
    }
    Optional<Queue> entered = rows.enter(row, this);
    if (entered.isEmpty()) {
      synchronized (this) {
        place = Place.AT_WORK;
      }
      return new Settled(Fate.ALONE, null);
    }
    Settled end = await(entered.get());
    alone = end.fate() == Fate.ALONE;
    return end;
  }

  private Settled await(Queue queue) {
    boolean interrupted = false;
    try {
      while (true) {
        Place now = arrive();
        if (now == Place.RUNS) {
          runPart();
        } else if (now == Place.LEADS_NOW) {
          led = queue;
          return new Settled(Fate.LEADS, null);
        } else if (now == Place.SETTLED) {
          return settled;
        } else {
          try {
            if (!own.await(HotRows.OWN_WORK_MAX) && gaveUp(queue)) {
              return new Settled(Fate.AGAIN, null);
            }
          } catch (InterruptedException e) {
            interrupted = true;
            if (queue.withdraw(this)) {
              arriveAtWork();
              return new Settled(Fate.ALONE, null);
            }
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void arriveAtWork() {
    place = Place.AT_WORK;
  }

  /** Returns the place of this write, and moves on from those that its thread waits for. */
  private synchronized Place arrive() {
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

  /** Takes the lead, or leaves a group, if the function of its leader runs for too long. */
  private boolean gaveUp(Queue queue) {
    if (queue.depose(this)) {
      return false;
    }
    Contender<?> stuck;
    synchronized (this) {
      stuck = place == Place.JOINED ? leader : null;
    }
    if (stuck == null || !stuck.isStuck()) {
      return false;
    }
    synchronized (this) {
      if (place != Place.JOINED) {
        return false;
      }
      place = Place.AT_WORK;
      leader = null;
      return true;
    }
  }

  private void runPart() {
    StoreWrite write;
    synchronized (this) {
      write = shared;
    }
    T result = null;
    Throwable failure = null;
    try {
      result = TransactionOfWork.run(write, inner -> work.apply(share(inner)));
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    synchronized (this) {
      if (place == Place.RUNS) {
        place = Place.RAN;
        part = new Part<>(result, failure, transaction == null || transaction.hasChanged());
      }
    }
    leaders.give();
  }

  private synchronized SharedTransaction share(StoreTransaction inner) {
    if (place != Place.RUNS) {
      throw new Together(null);
    }
    transaction = new SharedTransaction(inner, rows.runtime().newLock());
    return transaction;
  }

  /** Returns what the function did in a group that was committed. */
  synchronized Part<T> part() {
    return part;
  }

  // From here on: called by threads of other writes.

  /** Returns whether the function has been running as that of a leader for too long. */
  boolean isStuck() {
    long since = ownSinceNanos;
    return since != 0 && rows.runtime().monotonicNanos() - since >= HotRows.OWN_WORK_MAX.toNanos();
  }

  synchronized void leadsNow() {
    place = Place.LEADS_NOW;
    own.give();
  }

  /** Makes this write a member of a group. */
  synchronized void joined(Contender<?> newLeader) {
    leader = newLeader;
    place = Place.JOINED;
  }

  /** Returns whether this write is a member; if so, its function may be called for again. */
  synchronized boolean isReady(Contender<?> of) {
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
  Optional<Part<T>> call(Contender<?> of, StoreWrite write) {
    synchronized (this) {
      if (leader != of || place != Place.JOINED) {
        return Optional.empty();
      }
      shared = write;
      transaction = null;
      place = Place.CALLED;
      own.give();
    }
    StoreRuntime runtime = rows.runtime();
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
  synchronized void settle(Contender<?> of, Fate fate, RuntimeException cause) {
    if (leader == of && (place == Place.JOINED || place == Place.RAN)) {
      leader = null;
      settled = new Settled(fate, cause);
      place = Place.SETTLED;
      own.give();
    }
  }

  /** Returns whether this write goes back from a group to the queue. */
  synchronized boolean waitsAgain(Contender<?> of) {
    if (leader == of && (place == Place.JOINED || place == Place.RAN)) {
      leader = null;
      place = Place.WAITS;
      return true;
    }
    return false;
  }
}
