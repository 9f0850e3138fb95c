package org.portolan.engine.simulated;

import java.time.Duration;

/**
 * A process: its clocks, and whether it runs. All its threads stop while it is paused, and end once
 * it is killed. Used by the threads of its simulation.
 */
public final class SimulatedProcess {
  private final Scheduler scheduler;
  private final String name;
  private long wallOffsetMillis;
  private long suspendedNanos;
  private long pausedUntilNanos;
  private long cutOffUntilNanos;
  private boolean killed;

  SimulatedProcess(Scheduler scheduler, String name) {
    this.scheduler = scheduler;
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** Returns the time by this process's wall clock. */
  public long wallMillis() {
    return scheduler.nowMillis() + wallOffsetMillis;
  }

  /** Returns the time by this process's monotonic clock. */
  public long monotonicNanos() {
    return scheduler.nowNanos() - suspendedNanos;
  }

  /** Moves the wall clock. */
  public void moveWallClock(Duration by) {
    wallOffsetMillis += by.toMillis();
  }

  /** Returns how far the wall clock is ahead. */
  public Duration wallOffset() {
    return Duration.ofMillis(wallOffsetMillis);
  }

  /**
   * Stops all threads for a while.
   *
   * @param suspended whether the monotonic clock stands still meanwhile
   */
  public void pause(Duration wait, boolean suspended) {
    pausedUntilNanos = scheduler.nowNanos() + wait.toNanos();
    if (suspended) {
      suspendedNanos += wait.toNanos();
    }
    scheduler.later(wait.toNanos(), () -> {});
  }

  boolean paused() {
    return !killed && scheduler.nowNanos() < pausedUntilNanos;
  }

  /** Lets no call of this process reach the cluster for a while, nor any answer come back. */
  public void cutOff(Duration wait) {
    cutOffUntilNanos = scheduler.nowNanos() + wait.toNanos();
  }

  boolean cutOff() {
    return scheduler.nowNanos() < cutOffUntilNanos;
  }

  /** Ends the process: none of its threads does anything more. */
  public void kill() {
    if (!killed) {
      killed = true;
      scheduler.wakeAllOf(this);
    }
  }

  public boolean killed() {
    return killed;
  }

  void requireAlive() {
    if (killed) {
      throw new ProcessEndedError(name);
    }
  }
}
