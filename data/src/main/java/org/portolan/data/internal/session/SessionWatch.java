package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.data.StoreRuntime;
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

  private final StoreRuntime runtime;
  private final Consumer<String> warnings;
  private final RenewalWatch renewals;
  private final Set<Long> apart = new HashSet<>();

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
    this.renewals = new RenewalWatch(runtime);
  }

  /** Notes the current sessions, and returns those that seem dead. */
  public List<SessionRecord> dead(List<SessionRecord> sessions) {
    renewals.forgetAllBut(sessions.stream().map(SessionRecord::id).toList());
    apart.removeIf(id -> !renewals.knows(id));
    List<SessionRecord> dead = new ArrayList<>();
    for (SessionRecord session : sessions) {
      if (session.fenced() || isDead(session)) {
        dead.add(session);
      }
    }
    return dead;
  }

  private boolean isDead(SessionRecord session) {
    boolean known = renewals.knows(session.id());
    if (renewals.note(session.id(), session.renewal())) {
      if (known && WallClocks.areApart(runtime, session) && apart.add(session.id())) {
        warnings.accept(
            WallClocks.difference(runtime, session)
                + ": the process that is behind cannot write rows that the other one wrote; correct"
                + " the wrong clock");
      }
      return false;
    }
    return renewals.isSilentFor(session.id(), DEAD_AFTER);
  }

  /**
   * Returns whether a session seems not to have been renewed for some time: by this process's
   * monotonic clock since its last renewal was seen, or by the wall clocks.
   */
  public boolean silentFor(SessionRecord session, Duration time) {
    return time.isZero()
        || runtime.wallMillis() - session.renewedMillis() >= time.toMillis()
        || renewals.isSilentFor(session.id(), time);
  }
}
