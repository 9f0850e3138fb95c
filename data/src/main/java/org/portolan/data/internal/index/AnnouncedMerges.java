package org.portolan.data.internal.index;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Signal;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.engine.RowKey;

/**
 * The delta buckets that a merge of this process moves next, announced to this process's writers.
 * Thread-safe.
 *
 * <h2>Why</h2>
 *
 * A merge takes longer than a write, and any writer that commits a change of the bucket meanwhile
 * lets it lose. So under steady writes a merge would lose again and again, and the bucket would
 * grow. Commits of the bucket wait for an announced merge, and the merge waits for commits that
 * have begun. Then only other processes can let it lose.
 *
 * <h2>How it fails</h2>
 *
 * An announcement is advice: conflicts are found by the engine. No thread waits longer than {@link
 * #WAIT_MAX}, whatever the others are doing. An interrupt ends the wait, and the thread stays
 * interrupted.
 *
 * <h2>What it costs</h2>
 *
 * A writer that has waited conflicts with the merge and runs again, a few times for each merge.
 */
public final class AnnouncedMerges {
  /** The longest wait of a commit for a merge, and of a merge for commits. */
  static final Duration WAIT_MAX = Duration.ofMillis(200);

  private final StoreRuntime runtime;

  /** Only buckets with a merge or a commit. */
  private final Map<RowKey, State> states = new HashMap<>();

  private static final class State {
    int merges;
    int commits;
    final List<Signal> waiting = new ArrayList<>();

    void changed() {
      waiting.forEach(Signal::give);
      waiting.clear();
    }
  }

  /** A merge or a commit under way; closing it ends it. */
  public interface Passage extends AutoCloseable {
    /** For a commit or merge that concerns no other. */
    Passage NONE = () -> {};

    @Override
    void close();
  }

  public AnnouncedMerges(StoreRuntime runtime) {
    this.runtime = runtime;
  }

  /** Begins a commit that changes these delta buckets, once no merge of them is announced. */
  public Passage commit(Set<RowKey> deltas) {
    if (deltas.isEmpty()) {
      return Passage.NONE;
    }
    await(deltas, state -> state.merges > 0, () -> deltas.forEach(row -> state(row).commits++));
    return () -> end(deltas, state -> --state.commits == 0);
  }

  /** Announces a merge of a delta bucket, and waits until the commits of it have ended. */
  Passage merge(RowKey delta) {
    synchronized (this) {
      state(delta).merges++;
    }
    Set<RowKey> deltas = Set.of(delta);
    Passage passage = () -> end(deltas, state -> --state.merges == 0);
    try {
      await(deltas, state -> state.commits > 0, () -> {});
    } catch (RuntimeException | Error e) {
      passage.close();
      throw e;
    }
    return passage;
  }

  private State state(RowKey row) {
    return states.computeIfAbsent(row, key -> new State());
  }

  private synchronized void end(Set<RowKey> rows, Predicate<State> last) {
    for (RowKey row : rows) {
      State state = states.get(row);
      if (last.test(state)) {
        state.changed();
      }
      if (state.merges == 0 && state.commits == 0) {
        states.remove(row);
      }
    }
  }

  private void await(Set<RowKey> rows, Predicate<State> blocks, Runnable begin) {
    Stopwatch begun = runtime.stopwatch();
    boolean inTime = true;
    while (true) {
      Signal change = runtime.newSignal();
      synchronized (this) {
        List<State> blocking =
            rows.stream().map(states::get).filter(Objects::nonNull).filter(blocks).toList();
        if (!inTime || blocking.isEmpty()) {
          begin.run();
          return;
        }
        blocking.forEach(state -> state.waiting.add(change));
      }
      Duration left = WAIT_MAX.minus(begun.elapsedMonotonic());
      try {
        inTime = !left.isNegative() && change.await(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        inTime = false;
      }
    }
  }
}
