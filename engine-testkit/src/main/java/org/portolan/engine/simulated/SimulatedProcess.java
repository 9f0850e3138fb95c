package org.portolan.engine.simulated;

import java.time.Duration;

/**
 * A process: its clocks, and whether it runs. While it is paused, all its threads stop; when it is
 * killed, they end. Used by the threads of its simulation.
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
   * @param suspended whether the monotonic clock stops meanwhile
   */
  public void pause(Duration wait, boolean suspended) {
    pausedUntilNanos = scheduler.nowNanos() + wait.toNanos();
    if (suspended) {
      suspendedNanos += wait.toNanos();
    }
    scheduler.later(wait.toNanos(), () -> {});
  }

  /** Stops all threads and both clocks for a while, as those of a paused virtual machine. */
  public void standStill(Duration wait) {
    moveWallClock(wait.negated());
    pause(wait, true);
  }

  boolean paused() {
    return !killed && scheduler.nowNanos() < pausedUntilNanos;
  }

  /** Cuts this process off for a while: no call reaches the cluster, and no answer comes back. */
  public void cutOff(Duration wait) {
    cutOffUntilNanos = scheduler.nowNanos() + wait.toNanos();
  }

  boolean cutOff() {
    return scheduler.nowNanos() < cutOffUntilNanos;
  }

  /** Ends the process: its threads do nothing more. */
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
