package org.portolan.data.internal.repaired.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.recovery.Finisher.Found;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.Sessions;
import org.portolan.engine.EngineException;
import org.portolan.engine.RowKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the session of a process that seems dead: fences it, finishes every row that it has
 * registered, and changes each of them, so that a commit still on its way finds its condition
 * false. They get versions above the session's {@linkplain SessionRecord#ceiling ceiling}, so that
 * the process asks for its session if it reads them anew. Sessions that join later begin above it,
 * too. Then the session can change nothing any more, and its floor no longer holds up the counters.
 * Several processes may do this at once. Used by one thread at a time.
 *
 * <p>See {@code docs/life-of-a-write.md}: if the process dies.
 */
public final class SessionRecovery {
  private static final Logger LOG = LoggerFactory.getLogger(SessionRecovery.class);
  private static final int BATCH_ROWS = 500;
  private static final int LOOKS_MAX = 200;
  private static final Duration LOOK = Duration.ofMillis(50);

  private final RowStore store;
  private final Sessions sessions;
  private final Finisher finisher;
  private final Intents intents;
  private final RowRaises raises;
  private final Set<RowKey> reported = new HashSet<>();

  public SessionRecovery(RowStore store, Sessions sessions, Finisher finisher, Intents intents) {
    this.store = store;
    this.sessions = sessions;
    this.finisher = finisher;
    this.intents = intents;
    this.raises = new RowRaises(store, intents);
  }

  /**
   * The result for one session.
   *
   * @param finished rows that were unfinished and are finished now
   * @param pending rows that are left to the next attempt
   */
  record Recovered(long rows, long finished, long pending) {}

  /**
   * Ends a session. If some of its rows cannot be finished, the session stays fenced and keeps its
   * floor.
   */
  Recovered end(SessionRecord dead) {
    if (!sessions.fence(dead)) {
      return new Recovered(0, 0, 1);
    }
    SessionRecord fenced = dead.fenced() ? dead : dead.ended();
    long versionMin = fenced.ceiling() + 1;
    Set<RowKey> done = new HashSet<>();
    long finished = 0;
    long pending = 0;
    // The second look finds the rows that a session of an earlier release registered while it was
    // being fenced.
    for (int look = 1; look <= 2; look++) {
      List<RowKey> rows = new ArrayList<>(sessions.openRows(fenced));
      rows.removeAll(done);
      for (int from = 0; from < rows.size(); from += BATCH_ROWS) {
        List<RowKey> batch = rows.subList(from, Math.min(rows.size(), from + BATCH_ROWS));
        List<RowKey> unsettled = raiseSettled(batch, versionMin);
        for (RowKey row : unsettled) {
          if (finishAndRaise(row, versionMin)) {
            finished++;
          } else {
            pending++;
          }
        }
        done.addAll(batch);
      }
      if (pending > 0) {
        return new Recovered(done.size(), finished, pending);
      }
    }
    if (sessions.raiseHorizon(fenced.ceiling(), store.runtime().wallMillis())
        == SessionRecord.JOINING) {
      return new Recovered(done.size(), finished, 1);
    }
    sessions.remove(fenced);
    LOG.info(
        "ended session {} of {}, which seemed dead: {} rows registered, {} unfinished",
        fenced.id(),
        fenced.owner(),
        done.size(),
        finished);
    return new Recovered(done.size(), finished, 0);
  }

  /** Changes the settled rows; returns the others. */
  private List<RowKey> raiseSettled(List<RowKey> rows, long versionMin) {
    List<WriteState> states;
    try {
      states = store.states(rows, null);
    } catch (EngineException e) {
      LOG.debug("rows are read one by one", e);
      return rows;
    }
    List<RowKey> left = new ArrayList<>();
    Map<RowKey, WriteState> settled = new LinkedHashMap<>();
    for (int position = 0; position < rows.size(); position++) {
      if (states.get(position).isSettled()) {
        settled.put(rows.get(position), states.get(position));
      } else {
        left.add(rows.get(position));
      }
    }
    Set<RowKey> others = new LinkedHashSet<>(settled.keySet());
    try {
      others.removeAll(raises.raise(settled, versionMin).keySet());
    } catch (EngineException e) {
      LOG.debug("rows are raised one by one", e);
    }
    left.addAll(others);
    return left;
  }

  private boolean finishAndRaise(RowKey row, long versionMin) {
    try {
      for (int look = 1; look <= LOOKS_MAX; look++) {
        Stopwatch known = store.runtime().stopwatch();
        WriteState state = store.state(row);
        if (state.isSettled()) {
          if (store.tried(intents.raised(row, state, Outbox.EMPTY, versionMin))) {
            return true;
          }
        } else if (finisher.finish(row, state, known, Duration.ZERO) == Found.YOUNG) {
          store.runtime().sleep(LOOK);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (reported.add(row)) {
        LOG.warn("row {} of a dead process cannot be finished yet: {}", row, e.getMessage());
        LOG.debug("the failure", e);
      }
    }
    return false;
  }
}
