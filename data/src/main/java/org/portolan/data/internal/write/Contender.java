package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.write.HotRows.Queue;
import org.portolan.data.internal.write.Seat.Fate;
import org.portolan.data.internal.write.Seat.Place;
import org.portolan.data.internal.write.Seat.Settled;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;

/**
 * One write, from its beginning to its end, among those of its process that change the same rows.
 * It makes attempts by itself; or leads a group; or is a member of a group that another write
 * leads. Its function always runs in its own thread: the thread of a member waits until the leader
 * calls for the function, and the leader waits until the function has ended.
 *
 * <p>Used by the write's own thread; others use its {@link #seat}.
 */
final class Contender<T> implements AutoCloseable {
  /** After it has broken up this many groups that it led, a write leads no more groups. */
  private static final int BROKEN_MAX = 3;

  /** After this many conflicts of its groups, a leader makes them smaller. */
  private static final int CONFLICTS_MAX = 5;

  private final HotRows rows;
  private final boolean queues;
  private final Durability durability;
  private final Trace trace;
  private final Function<StoreTransaction, T> work;
  private final Seat<T> seat;

  private Queue led;
  private boolean startedAgain;
  private boolean alone;
  private int broken;
  private int groupConflicts;
  private int membersMax = GroupWork.MEMBERS_MAX;
  private long moment;
  private Together postponed;
  private StoreWrite own;
  private SharedTransaction part;

  /** The rows that the function has asked for, since its last run by itself began. */
  private volatile List<KnownRows.Asked> asked = List.of();

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
    this.seat = new Seat<>(rows.runtime(), durability == Durability.SYNCED);
  }

  Seat<T> seat() {
    return seat;
  }

  Durability durability() {
    return durability;
  }

  Trace trace() {
    return trace;
  }

  List<KnownRows.Asked> asked() {
    return asked;
  }

  StoreRuntime runtime() {
    return rows.runtime();
  }

  boolean leads() {
    return led != null;
  }

  /** Notes that another attempt begins. */
  void begin() {
    moment = rows.moment();
    postponed = null;
  }

  /** Runs the function on a write that no other function changes. */
  T runAlone(StoreWrite write) {
    if (mayQueue() && durability == Durability.SYNCED) {
      write.changes().before(this::aboutToChange);
    }
    asked = List.of();
    T result = runOwn(write);
    if (led != null && mayGroup() && !startedAgain && led.expectsOthers(this)) {
      startedAgain = true;
      throw new Together(null);
    }
    return result;
  }

  /** Runs the function in this thread, as that of a leader or alone. */
  T runOwn(StoreWrite write) {
    if (led != null) {
      seat.beginsOwn();
    }
    own = write;
    T result;
    try {
      result = TransactionOfWork.run(write, work);
    } finally {
      own = null;
      seat.endsOwn();
      List<KnownRows.Asked> more = new ArrayList<>(asked);
      more.addAll(write.known().takeAsked());
      asked = more;
      if (write.takeWantsNoOthers()) {
        seat.joinsNoMore();
      }
    }
    if (postponed != null) {
      // Only now, so that all rows are known that the function asks for.
      throw postponed;
    }
    return result;
  }

  private boolean mayQueue() {
    return queues && !alone;
  }

  private boolean mayGroup() {
    return seat.joins() && broken < BROKEN_MAX && membersMax > 0;
  }

  /** Claims the lead of a hot row that is about to change, or postpones the commit. */
  private void aboutToChange(RowKey row) {
    if (led != null || postponed != null || !rows.used()) {
      return;
    }
    Optional<Queue> hot = rows.hot(row);
    if (hot.isEmpty()) {
      return;
    }
    if (hot.get().claim(this, moment)) {
      led = hot.get();
      seat.beginsOwn();
      return;
    }
    postponed = new Together(row);
  }

  /** Takes writes that wait behind this leader into a group; it may be empty. */
  GroupWork<T> group() {
    if (!mayGroup()) {
      return new GroupWork<>(this, List.of());
    }
    try {
      led.awaitOthers(this);
    } catch (InterruptedException e) {
      // Whatever waits next ends at once.
      Thread.currentThread().interrupt();
    }
    return new GroupWork<>(this, led.take(this, membersMax));
  }

  /** Notes that a group of this leader was committed. */
  void grouped(int size) {
    if (led != null) {
      led.grouped(this, size);
    }
  }

  /** Notes that this leader's group was broken up by a member. */
  void hasBroken() {
    broken++;
  }

  /**
   * Notes a conflict of this leader's group. Elsewhere than at the hot row, more members meet more
   * conflicts; and if there are many in a row, a member may be the reason.
   */
  void groupConflicted(Set<RowKey> keys, int members) {
    if (++groupConflicts >= CONFLICTS_MAX || led == null || !keys.contains(led.row())) {
      shrink(members / 2);
    }
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
      members.forEach(member -> member.seat().settle(seat, Fate.AGAIN, null));
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
    seat.waits();
    Optional<Queue> entered = rows.enter(row, this);
    if (entered.isEmpty()) {
      seat.isAtWork();
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
        Place now = seat.arrive();
        if (now == Place.RUNS) {
          runPart();
        } else if (now == Place.LEADS_NOW) {
          led = queue;
          return new Settled(Fate.LEADS, null);
        } else if (now == Place.SETTLED) {
          return seat.settled();
        } else {
          try {
            if (!seat.await(HotRows.OWN_WORK_MAX) && gaveUp(queue)) {
              return new Settled(Fate.AGAIN, null);
            }
          } catch (InterruptedException e) {
            interrupted = true;
            if (queue.withdraw(this)) {
              seat.isAtWork();
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

  /** Takes the lead, or leaves a group, if the function of its leader runs for too long. */
  private boolean gaveUp(Queue queue) {
    return !queue.depose(this) && seat.leaveStuck();
  }

  /** Notes that the function reads or writes outside of its transaction. */
  void goesOutside() {
    if (part != null) {
      part.wantNoOthers();
    } else if (own != null) {
      own.wantNoOthers();
    }
  }

  /** Runs the function as that of a member. */
  private void runPart() {
    StoreWrite write = seat.shared();
    T result = null;
    Throwable failure = null;
    try {
      result =
          TransactionOfWork.run(
              write,
              inner -> {
                part = seat.share(inner);
                return work.apply(part);
              });
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      part = null;
    }
    seat.ran(result, failure);
  }
}
