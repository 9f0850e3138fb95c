package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.background.Waits;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares this process's wall clock with the servers' clocks. If the engine does not report their
 * time, or no server answers, compares it with the clocks of a store's active processes, by the
 * times in their sessions. Engines refuse versions more than a day ahead of their client's clock,
 * so no other process could write the rows that a process with such a clock wrote. Only a joining
 * process is refused: if active processes refused themselves, one wrong newcomer would stop all of
 * them. A process whose clock is put ahead later can still write rows that others cannot write, but
 * it cannot raise the horizon of all rows.
 */
final class WallClocks {
  private static final Logger LOG = LoggerFactory.getLogger(WallClocks.class);

  /** The largest permitted difference between two clocks. */
  static final Duration DIFFERENCE_MAX = Duration.ofMillis(Mutation.VERSION_LEAD_MAX);

  /** How far the horizon may be ahead of the servers' time: much more than clocks should differ. */
  private static final Duration HORIZON_LEAD_MAX = Duration.ofHours(1);

  private static final Duration LOOK = Duration.ofMillis(500);

  /** An active session is renewed at least every five seconds. */
  private static final Duration LOOKING_MAX = Duration.ofSeconds(7);

  private WallClocks() {}

  /**
   * Refuses this process if its clock is too far from the servers' or from that of an active
   * process.
   *
   * @throws UnavailableException if it is refused
   */
  static void require(Sessions sessions, StoreRuntime runtime) {
    OptionalLong server = OptionalLong.empty();
    try {
      server = sessions.serverMillis();
    } catch (UnavailableException e) {
      LOG.debug("no server reports the time; comparing with the clocks of other processes", e);
    }
    if (server.isEmpty()) {
      compareWithOthers(sessions, runtime);
      return;
    }
    long ahead = runtime.wallMillis() - server.getAsLong();
    if (areApart(ahead)) {
      throw refusal(difference(ahead, "the servers"));
    }
  }

  /**
   * Returns the version to which a horizon may be raised: {@code wanted}, or the servers' time if
   * {@code wanted} is more than an hour beyond it. If asking the servers fails, only a rise of less
   * than an hour is admitted. If the engine does not tell their time, every rise is admitted.
   */
  static long admissible(Sessions sessions, long horizon, long wanted) {
    OptionalLong server;
    try {
      server = sessions.serverMillis();
    } catch (EngineException e) {
      LOG.debug("the servers do not report the time, but it is needed to raise the horizon", e);
      return wanted - horizon < HORIZON_LEAD_MAX.toMillis() ? wanted : horizon;
    }
    boolean isBeyond =
        server.isPresent() && wanted - server.getAsLong() > HORIZON_LEAD_MAX.toMillis();
    return isBeyond ? server.getAsLong() : wanted;
  }

  /**
   * Looks at the sessions once; looks again only if the times of some differ too much, since most
   * of these sessions are dead.
   */
  private static void compareWithOthers(Sessions sessions, StoreRuntime runtime) {
    Map<Long, Long> renewals = new HashMap<>();
    Stopwatch looking = runtime.stopwatch();
    while (true) {
      List<SessionRecord> apart =
          sessions.all().stream()
              .filter(session -> !session.fenced() && areApart(runtime, session))
              .toList();
      for (SessionRecord session : apart) {
        Long before = renewals.putIfAbsent(session.id(), session.renewal());
        if (before != null && before != session.renewal()) {
          throw refusal(difference(runtime, session));
        }
      }
      if (apart.isEmpty() || looking.elapsedMonotonic().compareTo(LOOKING_MAX) > 0) {
        return;
      }
      Waits.pause(
          runtime,
          LOOK,
          () -> "the comparison of clocks was interrupted; this attempt changed nothing");
    }
  }

  private static UnavailableException refusal(String difference) {
    return new UnavailableException(
        "cannot write to this store: "
            + difference
            + ", and engines refuse versions more than "
            + text(DIFFERENCE_MAX)
            + " ahead; this attempt changed nothing. Correct the wrong clock, then try again");
  }

  private static long millisAhead(StoreRuntime runtime, SessionRecord session) {
    return runtime.wallMillis() - session.renewedMillis();
  }

  /**
   * Returns whether a session's time is too far from this process's: it is dead, or a clock is
   * wrong.
   */
  static boolean areApart(StoreRuntime runtime, SessionRecord session) {
    return areApart(millisAhead(runtime, session));
  }

  private static boolean areApart(long millis) {
    return Math.abs(millis) > DIFFERENCE_MAX.toMillis();
  }

  /** Describes the difference between this process's clock and that of a session. */
  static String difference(StoreRuntime runtime, SessionRecord session) {
    return difference(
        millisAhead(runtime, session),
        session.owner() + ", which has the store open (session " + session.id() + ")");
  }

  private static String difference(long ahead, String whose) {
    return "the clock of this process is "
        + text(Duration.ofMillis(Math.abs(ahead)))
        + (ahead > 0 ? " ahead of" : " behind")
        + " that of "
        + whose;
  }

  private static String text(Duration time) {
    return time.toDays() + " days " + time.toHoursPart() + " h " + time.toMinutesPart() + " min";
  }
}
