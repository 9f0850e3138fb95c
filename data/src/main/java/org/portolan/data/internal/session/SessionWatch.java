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
 * Tells which sessions of other processes seem dead: sessions seen twice, {@link #DEAD_AFTER} apart
 * by this process's monotonic clock, without a renewal in between. No wall clock is used: a session
 * that was fenced within its lease would go on committing for a while, and its additions to
 * counters could be folded, then be taken for late ones and be counted again. Used by one thread at
 * a time.
 *
 * <p>See {@code docs/life-of-a-write.md}: if the process dies.
 */
public final class SessionWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

  /** How long a session without a renewal is still taken for alive. */
  public static final Duration DEAD_AFTER = Duration.ofSeconds(45);

  /** How long a session that is not seen is still remembered. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  private final StoreRuntime runtime;
  private final Consumer<String> warnings;
  private final Map<Long, Seen> seen = new HashMap<>();
  private final Set<Long> apart = new HashSet<>();

  /** The newest renewal seen of a session, and the time since it was first seen. */
  private record Seen(long renewal, Stopwatch since) {}

  public SessionWatch(StoreRuntime runtime) {
    this(runtime, LOG::warn);
  }

  /**
   * @param warnings receives one warning for each active session whose clock is far from this
   *     process's
   */
  SessionWatch(StoreRuntime runtime, Consumer<String> warnings) {
    this.runtime = runtime;
    this.warnings = warnings;
  }

  /** Notes the current sessions, and returns those that seem dead. */
  public List<SessionRecord> dead(List<SessionRecord> sessions) {
    List<Long> ids = sessions.stream().map(SessionRecord::id).toList();
    // A session that is not seen may still exist: some reads miss a record that only few replicas
    // have.
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
    // If only few replicas have a renewal, a later read may show an older one: that is no new
    // renewal.
    if (before == null || before.renewal() < session.renewal()) {
      seen.put(session.id(), new Seen(session.renewal(), runtime.stopwatch()));
      if (before != null && WallClocks.areApart(runtime, session) && apart.add(session.id())) {
        warnings.accept(
            WallClocks.difference(runtime, session)
                + ": the process that is behind cannot write rows that the other one wrote; correct"
                + " the wrong clock");
      }
      return false;
    }
    return before.since().elapsedMonotonic().compareTo(DEAD_AFTER) >= 0;
  }

  /**
   * Returns whether a session seems not to have been renewed for some time: by this process's
   * monotonic clock since its last renewal was seen, or by the wall clocks.
   */
  public boolean silentFor(SessionRecord session, Duration time) {
    Seen before = seen.get(session.id());
    return time.isZero()
        || runtime.wallMillis() - session.renewedMillis() >= time.toMillis()
        || (before != null && before.since().elapsedMonotonic().compareTo(time) >= 0);
  }
}
