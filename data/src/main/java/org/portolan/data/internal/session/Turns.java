package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.Optional;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;

/**
 * The turns of this process at work that one of all processes does at intervals.
 *
 * <p>A turn is taken for an hour at first, and for the whole interval only when its work is done.
 * So if the process dies, is closed or fails in the middle, another turn follows within an hour.
 * The work renews its turn, so that it may take longer than that. Used by one thread at a time.
 */
public final class Turns {
  /** How long a turn is held until it is renewed. */
  static final Duration HOLD = Duration.ofHours(1);

  private static final Duration RENEWAL = HOLD.dividedBy(4);

  private final Sessions sessions;
  private final StoreRuntime runtime;
  private final Duration every;

  /** The record with which this process took or renewed its turn; empty if it is not its turn. */
  private Optional<SessionRecord> held = Optional.empty();

  private Duration wait = Duration.ZERO;
  private Stopwatch waited;

  /**
   * @param every the time from the end of one turn to the next turn, more than an hour
   */
  public Turns(Sessions sessions, StoreRuntime runtime, Duration every) {
    this.sessions = sessions;
    this.runtime = runtime;
    this.every = every;
  }

  /**
   * Takes the turn; no other process gets it for an hour.
   *
   * <p>Also asks a stopwatch: if the clocks of two processes are a day apart, each takes the
   * other's last turn for long past.
   *
   * @return whether it is this process's turn
   */
  public boolean take() {
    if (waited != null && !waited.exceeds(wait)) {
      return false;
    }
    held = sessions.takeTurn(every, HOLD, runtime.wallMillis());
    if (held.isPresent()) {
      next(HOLD);
    }
    return held.isPresent();
  }

  private void next(Duration newWait) {
    wait = newWait;
    waited = runtime.stopwatch();
  }

  /** Renews the turn now and then, unless another process has taken it meanwhile. */
  public void renew() {
    if (held.isPresent() && waited.exceeds(RENEWAL)) {
      held = sessions.holdTurn(held.get(), every, HOLD, runtime.wallMillis());
      next(HOLD);
    }
  }

  /** Notes that the work of this turn is done: the next turn begins after the whole interval. */
  public void done() {
    held = Optional.empty();
    next(every);
    sessions.endTurn(runtime.wallMillis());
  }
}
