package org.portolan.data.internal.write;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Signal;
import org.portolan.engine.RowKey;

/**
 * The turns of this process's writers at the rows on which they conflict: one at a time, first
 * come, first served. Thread-safe.
 *
 * <h2>Why</h2>
 *
 * Writers that retry after random waits conflict again, because nobody keeps the others away: with
 * many writers at one row, some lose again and again. A writer whose turn it is competes only with
 * first attempts and with other processes.
 *
 * <h2>How it fails</h2>
 *
 * A turn is advice: conflicts are found by the engine, with or without turns. A write waits for a
 * turn at most {@link #WAIT_MAX}, whatever the thread that has it is doing. If it waits in vain, it
 * takes no turns any more. A thread has at most one turn at a time, and ends it before it waits for
 * another thread, so turns never wait for each other.
 *
 * <h2>What it costs</h2>
 *
 * Nothing without a conflict. Rows share {@value #GATES} gates by their hash, so memory is bounded;
 * two hot rows of one gate take turns with each other too.
 */
final class WriteTurns {
  /** The longest wait for a turn. */
  static final Duration WAIT_MAX = Duration.ofSeconds(1);

  private static final int GATES = 256;

  private final StoreRuntime runtime;
  private final Gate[] gates;
  private final Set<Thread> holders = ConcurrentHashMap.newKeySet();

  WriteTurns(StoreRuntime runtime) {
    this.runtime = runtime;
    this.gates = Stream.generate(Gate::new).limit(GATES).toArray(Gate[]::new);
  }

  /** Returns the turns of one write: it has none yet. */
  Turn begin() {
    return new Turn();
  }

  private Gate gate(RowKey row) {
    int hash = row.hashCode();
    return gates[Math.floorMod(hash ^ (hash >>> 16), GATES)];
  }

  /** The turns of one write. Used by the thread of the write. */
  final class Turn implements AutoCloseable {
    private Gate held;
    private boolean inVain;

    private Turn() {}

    /**
     * Takes the turn at a row, and ends the turn at any other row.
     *
     * @return whether this write has the turn; false if the wait was in vain, or an outer write of
     *     this thread has a turn
     * @throws InterruptedException if the thread was interrupted; this write has no turn
     */
    boolean take(RowKey row) throws InterruptedException {
      Gate gate = gate(row);
      if (gate == held) {
        return true;
      }
      close();
      Thread thread = Thread.currentThread();
      if (inVain || holders.contains(thread)) {
        return false;
      }
      if (!gate.enter(runtime)) {
        inVain = true;
        return false;
      }
      held = gate;
      holders.add(thread);
      return true;
    }

    /** Ends the turn, if there is one. */
    @Override
    public void close() {
      if (held != null) {
        holders.remove(Thread.currentThread());
        held.leave();
        held = null;
      }
    }
  }

  /** Lets one thread in at a time; hands over to the thread that has waited longest. */
  private static final class Gate {
    private final Deque<Signal> waiting = new ArrayDeque<>();
    private boolean taken;

    boolean enter(StoreRuntime runtime) throws InterruptedException {
      Signal turn = runtime.newSignal();
      synchronized (this) {
        if (!taken) {
          taken = true;
          return true;
        }
        waiting.add(turn);
      }
      boolean waited = false;
      try {
        turn.await(WAIT_MAX);
        waited = true;
      } finally {
        if (!waited && !giveUp(turn)) {
          leave();
        }
      }
      return !giveUp(turn);
    }

    /** Returns false if the turn was handed over already. */
    private synchronized boolean giveUp(Signal turn) {
      return waiting.remove(turn);
    }

    synchronized void leave() {
      Signal next = waiting.poll();
      if (next == null) {
        taken = false;
      } else {
        next.give();
      }
    }
  }
}
