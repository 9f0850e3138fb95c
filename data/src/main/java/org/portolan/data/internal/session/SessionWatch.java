package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which sessions of other processes seem dead: those seen twice, {@link #DEAD_AFTER} apart by
 * this process's monotonic clock, without a renewal between. Never by a wall clock: a session
 * fenced within its lease would go on committing for a while, and what it adds to counters could be
 * folded and then, taken for late, be counted again. Used by one thread at a time.
 */
public final class SessionWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

  /** How long a session must go without a renewal to be taken for dead. */
  public static final Duration DEAD_AFTER = Duration.ofSeconds(45);

  /** How long a session is watched that is not in sight. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  private final StoreRuntime runtime;
  private final Consumer<String> warnings;
  private final Map<Long, Seen> seen = new HashMap<>();
  private final Set<Long> apart = new HashSet<>();

  /** A session as it was when it was last seen to have been renewed. */
  private record Seen(long renewal, Stopwatch since) {}

  public SessionWatch(StoreRuntime runtime) {
    this(runtime, LOG::warn);
  }

  /**
   * @param warnings told once of each session at work whose clock is far from this process's
   */
  SessionWatch(StoreRuntime runtime, Consumer<String> warnings) {
    this.runtime = runtime;
    this.warnings = warnings;
  }

  /** Takes note of the sessions as they are, and returns those that seem dead. */
  public List<SessionRecord> dead(List<SessionRecord> sessions) {
    List<Long> ids = sessions.stream().map(SessionRecord::id).toList();
    // Out of sight is not gone: a record that few replicas have is seen now and then.
    seen.entrySet()
        .removeIf(
            each ->
                !ids.contains(each.getKey()) && each.getValue().since().exceeds(FORGOTTEN_AFTER));
    apart.retainAll(seen.keySet());
    List<SessionRecord> dead = new ArrayList<>();
    for (SessionRecord session : sessions) {
      if (session.fenced() || isDead(session)) {
        dead.add(session);
      }
    }
    return dead;
  }

  private boolean isDead(SessionRecord session) {
    Seen before = seen.get(session.id());
    // A renewal that few replicas have may be seen, and then not: that is no new one.
    if (before == null || before.renewal() < session.renewal()) {
      seen.put(session.id(), new Seen(session.renewal(), runtime.stopwatch()));
      if (before != null && WallClocks.areApart(runtime, session) && apart.add(session.id())) {
        warnings.accept(
            WallClocks.difference(runtime, session)
                + ": the rows that the one ahead writes cannot be written by the other; set the"
                + " clock that is wrong");
      }
      return false;
    }
    return before.since().elapsedMonotonic().compareTo(DEAD_AFTER) >= 0;
  }

  /**
   * Whether a session has not been renewed for some time, as far as can be told: by this process's
   * monotonic clock since it was last seen, or by its own clock.
   */
  public boolean silentFor(SessionRecord session, Duration time) {
    Seen before = seen.get(session.id());
    return time.isZero()
        || runtime.wallMillis() - session.renewedMillis() >= time.toMillis()
        || (before != null && before.since().elapsedMonotonic().compareTo(time) >= 0);
  }
}
