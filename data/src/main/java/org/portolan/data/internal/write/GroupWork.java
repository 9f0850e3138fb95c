package org.portolan.data.internal.write;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.ItemExistsException;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.Trace;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.write.Seat.Fate;
import org.portolan.data.internal.write.Seat.Part;
import org.portolan.engine.ConflictException;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;

/**
 * The changes of several writes of this process in one attempt: those of the leader, then those of
 * each member in order. Each function sees what those before it have changed, as the changes of one
 * write see each other. So the engine makes one commit for all of them.
 *
 * <h2>Why</h2>
 *
 * Writes of one row follow each other. Made one by one, each of them takes the round trips of its
 * reads, locks and commit, and the writes that lose take them too. Together, they take them once.
 *
 * <h2>How it fails</h2>
 *
 * <ul>
 *   <li>A conflict is one of all members: all of them run again.
 *   <li>If it is unknown whether the group was committed, each member that has changed anything is
 *       told so.
 *   <li>A member whose function fails before it has changed anything gets its exception, but only
 *       once the group is committed. Its function may have seen changes of others in the group; if
 *       these are not made, the exception has no reason.
 *   <li>A member whose function fails later, or runs for too long, breaks up the group: the others
 *       begin again without it, and it is made by itself.
 *   <li>A member whose function reads what does not show the changes of others in the group, see
 *       {@link StoreWrite#takeWantsNoOthers}, leaves it and is made by itself.
 *   <li>Every other failure of the attempt may be due to any member: each goes on by itself.
 * </ul>
 *
 * <h2>What the members have read</h2>
 *
 * All reads of the group begin after each member's write began, since members join before the
 * attempt. So a member reads no state that was outdated when its write began.
 *
 * <p>Used by the leader's thread.
 */
final class GroupWork<T> implements WriteAttempts.Work<T> {
  /** The most members of a group beside its leader. */
  static final int MEMBERS_MAX = 63;

  /**
   * The numbers of changes and bytes, and the time, from which on a group takes no further part.
   */
  private static final int CHANGES_MAX = 500;

  private static final long BYTES_MAX = 512 << 10;
  private static final Duration TIME_MAX = Duration.ofSeconds(1);

  private final Contender<T> leader;
  private final List<Contender<?>> members;

  /** The members whose functions have run in the last run of this. */
  private final List<Contender<?>> made = new ArrayList<>();

  private boolean ownFailed;

  GroupWork(Contender<T> leader, List<Contender<?>> members) {
    this.leader = leader;
    this.members = members;
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  /** Returns the number of members whose functions have run, with the leader. */
  int size() {
    return made.size() + 1;
  }

  /** Returns whether the leader's own function has failed. */
  boolean hasOwnFailed() {
    return ownFailed;
  }

  @Override
  public T run(StoreWrite write) {
    made.clear();
    write.changes().measure();
    Stopwatch begun = leader.runtime().stopwatch();
    List<Contender<?>> ready =
        members.stream().filter(each -> each.seat().isReady(leader.seat())).toList();
    List<KnownRows.Asked> asked = new ArrayList<>(leader.asked());
    ready.forEach(each -> asked.addAll(each.asked()));
    write.known().readAhead(asked);
    ownFailed = true;
    T result = leader.runOwn(write);
    write.endPart();
    ownFailed = false;
    for (Contender<?> member : ready) {
      if (!leader.seat().joins() || isFull(write) || begun.exceeds(TIME_MAX)) {
        break;
      }
      run(member, write);
    }
    return result;
  }

  private static boolean isFull(StoreWrite write) {
    return write.changes().count() >= CHANGES_MAX || write.changes().bytes() >= BYTES_MAX;
  }

  private void run(Contender<?> member, StoreWrite write) {
    Trace counted = member.trace() == null ? new Trace() : member.trace();
    Optional<? extends Part<?>> part;
    write.countFor(counted);
    try {
      part = member.seat().call(leader.seat(), write);
      if (part.isPresent() && part.get().failure() == null && !write.wantsNoOthers()) {
        endPart(member, write);
      }
    } finally {
      write.countFor(null);
    }
    boolean wantsNoOthers = write.takeWantsNoOthers() || isAloneToldOfItem(part, write);
    if (wantsNoOthers) {
      member.seat().joinsNoMore();
    }
    part.ifPresent(ended -> accept(member, ended, wantsNoOthers));
  }

  /**
   * Returns whether a member has found an item that it inserts, and must find it by itself: where
   * reads are not validated, no commit of the group shows that its reads are of one moment.
   */
  private static boolean isAloneToldOfItem(Optional<? extends Part<?>> part, StoreWrite write) {
    return write.readsMayChange()
        && part.filter(ended -> ended.failure() instanceof ItemExistsException).isPresent();
  }

  private void endPart(Contender<?> member, StoreWrite write) {
    try {
      write.endPart();
    } catch (ConflictException | EpochOverException e) {
      throw e;
    } catch (RuntimeException e) {
      throw brokenBy(member);
    }
  }

  private void accept(Contender<?> member, Part<?> part, boolean wantsNoOthers) {
    if (wantsNoOthers && !part.changed()) {
      member.seat().settle(leader.seat(), Fate.AGAIN, null);
      return;
    }
    Throwable failure = wantsNoOthers ? new Together(null) : part.failure();
    if (failure instanceof ConflictException conflict && !(failure instanceof Together)) {
      throw conflict;
    }
    if (failure instanceof EpochOverException over) {
      throw over;
    }
    boolean harmless =
        failure instanceof RuntimeException
            && !(failure instanceof EngineException)
            && !part.changed();
    if (failure != null && !harmless) {
      throw brokenBy(member);
    }
    made.add(member);
  }

  private Together brokenBy(Contender<?> member) {
    member.seat().joinsNoMore();
    member.seat().settle(leader.seat(), Fate.AGAIN, null);
    leader.hasBroken();
    return new Together(null);
  }

  /** Tells the members that the group is committed. */
  void committed() {
    putBackOthers();
    leader.grouped(size());
    leader.leave();
    made.forEach(member -> member.seat().settle(leader.seat(), Fate.MADE, null));
  }

  /** Puts those members back whose functions have not run. */
  private void putBackOthers() {
    leader.putBack(members.stream().filter(each -> !made.contains(each)).toList());
  }

  /** Puts all members back: nothing is committed, and none of them is the reason. */
  void putBack() {
    leader.putBack(members);
  }

  /** Tells the members whose functions have run of a conflict; the others wait again. */
  void conflicted(ConflictException conflict) {
    leader.groupConflicted(conflict.keys(), made.size());
    made.forEach(member -> member.seat().settle(leader.seat(), Fate.CONFLICT, conflict));
    putBack();
  }

  /**
   * Ends the group after a failure that no other method is for. A failure of the leader's own
   * function concerns no member. One of the engine, or the end of the epoch, means that nothing is
   * committed; after any other the commit may have been made.
   */
  void failed(Throwable failure) {
    if (failure instanceof EpochOverException) {
      // Each member meets it by itself, and runs again by the next design.
      settle(Fate.ALONE, null);
    } else if (ownFailed) {
      putBack();
    } else if (failure instanceof EngineException) {
      settle(Fate.ALONE, null);
    } else {
      unknown(
          new OutcomeUnknownException(
              "it is unknown whether the write was made: the attempt in which it was made together"
                  + " with others failed; read the row before you write again",
              failure));
    }
  }

  /** Tells the members that nothing is committed. */
  void settle(Fate fate, RuntimeException cause) {
    members.forEach(member -> member.seat().settle(leader.seat(), fate, cause));
  }

  /** Tells the members that it is unknown whether the group is committed. */
  void unknown(RuntimeException cause) {
    for (Contender<?> member : made) {
      boolean changed = member.seat().part().changed();
      member.seat().settle(leader.seat(), changed ? Fate.UNKNOWN : Fate.AGAIN, cause);
    }
    settle(Fate.AGAIN, null);
  }

  /** Makes the next group of this leader half as large. */
  void split() {
    leader.shrink(members.size() / 2);
    putBack();
  }
}
