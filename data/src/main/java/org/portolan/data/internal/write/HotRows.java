package org.portolan.data.internal.write;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Signal;
import org.portolan.engine.RowKey;

/**
 * The rows at which writes of this process have conflicted lately, and the queues of writes there.
 * Thread-safe.
 *
 * <h2>Why</h2>
 *
 * Writers that retry after random waits conflict again, because nobody keeps the others away. So a
 * write that meets a conflict queues at the row. The first of a queue leads: it makes its own
 * changes and those of the writes that wait behind it, in their order, and commits all of them at
 * once ({@link GroupWork}). While a row is hot, a write that is about to change it queues without
 * meeting a conflict first.
 *
 * <h2>How it fails</h2>
 *
 * A queue is advice: conflicts are found by the engine, with or without it. If the function of the
 * leader's write runs for longer than {@link #OWN_WORK_MAX}, a write that waits takes the lead. A
 * thread is in one queue at a time, and leaves it before it waits for anything else.
 *
 * <h2>What it costs</h2>
 *
 * Nothing without a conflict: until the first one, a change looks at one variable. There are at
 * most {@value #ROWS_MAX} hot rows; writes do not queue at others.
 */
final class HotRows {
  /** The longest time for which writes wait for the function of another one. */
  static final Duration OWN_WORK_MAX = Duration.ofSeconds(1);

  /** The time after the last conflict or group for which a row is hot. */
  static final Duration HOT = Duration.ofSeconds(1);

  private static final int ROWS_MAX = 1_000;

  /** A leader waits for others for this part of the time that the last group took. */
  private static final int WAIT_PART = 4;

  /** After a wait in which no other came, the number of groups that wait for none. */
  private static final int SKIPPED = 8;

  private final StoreRuntime runtime;
  private final ConcurrentHashMap<RowKey, Queue> queues = new ConcurrentHashMap<>();

  /** Counts the ends of leads. */
  private final AtomicLong ends = new AtomicLong();

  /** Whether any row was ever hot. */
  private volatile boolean used;

  HotRows(StoreRuntime runtime) {
    this.runtime = runtime;
  }

  StoreRuntime runtime() {
    return runtime;
  }

  boolean used() {
    return used;
  }

  /** Returns a number that rises whenever a write ends its lead of any row. */
  long moment() {
    return ends.get();
  }

  /** Returns the queue of a row if it is hot. */
  Optional<Queue> hot(RowKey row) {
    Queue queue = queues.get(row);
    return queue == null || !queue.isHot() ? Optional.empty() : Optional.of(queue);
  }

  /** Queues a write at a row; empty if there are too many hot rows. */
  Optional<Queue> enter(RowKey row, Contender<?> write) {
    used = true;
    while (true) {
      Queue queue = queues.get(row);
      if (queue == null) {
        if (queues.size() >= ROWS_MAX) {
          queues.forEach((key, old) -> old.removeIfIdle());
          if (queues.size() >= ROWS_MAX) {
            return Optional.empty();
          }
        }
        queue = queues.computeIfAbsent(row, Queue::new);
      }
      if (queue.enter(write)) {
        return Optional.of(queue);
      }
    }
  }

  /** The writes at one row. Thread-safe. */
  final class Queue {
    private final RowKey row;
    private final Deque<Contender<?>> waiting = new ArrayDeque<>();
    private Contender<?> leader;
    private long hotSinceNanos = runtime.monotonicNanos();
    private final Signal arrived = runtime.newSignal();
    private long lastEnd;
    private boolean removed;

    /** The number of writes that this lead has committed so far; 1 if its own is the only one. */
    private int made = 1;

    /**
     * The number of writes that wait when all have come that are due: the callers of a group's
     * writes may go on with as many others.
     */
    private int waitingWhenAll;

    private long takenNanos;
    private long groupNanos;
    private int waitsToSkip;

    private Queue(RowKey row) {
      this.row = row;
    }

    RowKey row() {
      return row;
    }

    private synchronized boolean isHot() {
      return leader != null
          || (!removed && runtime.monotonicNanos() - hotSinceNanos < HOT.toNanos());
    }

    private synchronized void removeIfIdle() {
      if (!isHot()) {
        removed = true;
        queues.remove(row, this);
      }
    }

    private synchronized boolean enter(Contender<?> write) {
      if (removed) {
        return false;
      }
      hotSinceNanos = runtime.monotonicNanos();
      if (leader == null) {
        leader = write;
        write.seat().leadsNow();
      } else {
        waiting.add(write);
        arrived.give();
      }
      return true;
    }

    /**
     * Returns whether a group of this leader is worth while: others wait, or will probably come in
     * a moment.
     */
    synchronized boolean expectsOthers(Contender<?> write) {
      return leader == write
          && (waiting.stream().anyMatch(each -> each.seat().joins()) || isWaitWorthWhile());
    }

    private boolean isWaitWorthWhile() {
      return waitsToSkip == 0 && waiting.size() < waitingWhenAll;
    }

    /**
     * Waits for the writes that will probably come in a moment, since a group was committed right
     * before: for at most a quarter of the time that this group took.
     */
    void awaitOthers(Contender<?> write) throws InterruptedException {
      int before;
      long left;
      synchronized (this) {
        before = waiting.size();
        if (leader != write || !isWaitWorthWhile()) {
          waitsToSkip = Math.max(0, waitsToSkip - 1);
          return;
        }
        left = groupNanos / WAIT_PART;
      }
      long end = runtime.monotonicNanos() + left;
      boolean all = false;
      while (left > 0 && !all) {
        arrived.await(Duration.ofNanos(left));
        left = end - runtime.monotonicNanos();
        synchronized (this) {
          all = waiting.size() >= waitingWhenAll;
        }
      }
      synchronized (this) {
        if (waiting.size() == before) {
          waitsToSkip = SKIPPED;
        }
      }
    }

    /** Notes the size of a group that was committed. */
    synchronized void grouped(Contender<?> write, int size) {
      if (leader == write) {
        made = size;
        groupNanos = runtime.monotonicNanos() - takenNanos;
      }
    }

    /**
     * Lets a write lead that is in the middle of an attempt.
     *
     * @param begun the {@link #moment} before the attempt has read anything
     * @return false if another one leads, or has led since: what the attempt has read of the row is
     *     then probably outdated
     */
    synchronized boolean claim(Contender<?> write, long begun) {
      if (leader != null || removed || lastEnd > begun) {
        return false;
      }
      leader = write;
      return true;
    }

    synchronized boolean isLedBy(Contender<?> write) {
      return leader == write;
    }

    /** Takes the first writes that wait out of the queue, for the leader's group. */
    synchronized List<Contender<?>> take(Contender<?> write, int membersMax) {
      List<Contender<?>> taken = new ArrayList<>();
      if (leader == write) {
        takenNanos = runtime.monotonicNanos();
        hotSinceNanos = takenNanos;
        for (Contender<?> each : waiting) {
          if (taken.size() < membersMax && each.seat().joins()) {
            taken.add(each);
          }
        }
        waiting.removeAll(taken);
        taken.forEach(each -> each.seat().joined(write.seat()));
      }
      return taken;
    }

    /** Puts the members of a write's group back to the front of the queue, in their order. */
    synchronized void putBack(Contender<?> write, List<Contender<?>> writes) {
      for (int position = writes.size() - 1; position >= 0; position--) {
        if (writes.get(position).seat().waitsAgain(write.seat())) {
          waiting.addFirst(writes.get(position));
        }
      }
      if (leader == null) {
        next();
      }
    }

    /** Takes a write out of the queue; false if it is not in it. */
    synchronized boolean withdraw(Contender<?> write) {
      return waiting.remove(write);
    }

    /**
     * Lets a write that waits lead, if the leader's function has been running for too long.
     *
     * @return whether it leads
     */
    synchronized boolean depose(Contender<?> write) {
      if (leader == null || !leader.seat().isStuck() || !waiting.remove(write)) {
        return false;
      }
      leader = write;
      write.seat().leadsNow();
      return true;
    }

    /** Ends the lead of a write; does nothing if it does not lead. */
    synchronized void leave(Contender<?> write) {
      if (leader == write) {
        lastEnd = ends.incrementAndGet();
        next();
        waitingWhenAll = made == 1 ? 0 : waiting.size() + made - (leader == null ? 1 : 0);
        made = 1;
      }
    }

    private void next() {
      leader = waiting.poll();
      if (leader != null) {
        leader.seat().leadsNow();
      }
    }
  }
}
