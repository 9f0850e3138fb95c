package org.portolan.data.internal.online;

import java.time.Duration;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.background.BackgroundTask;
import org.portolan.data.internal.epoch.Epochs;
import org.portolan.data.internal.process.Epoch;
import org.portolan.data.internal.schema.StoreMeta;

/**
 * Looks whether the design of a store has changed, for a process that shares the store with others:
 * every two seconds, in a background thread. If a process did not look for some time, because it
 * was suspended or the store did not answer, it looks before its next operation. Thread-safe.
 */
final class DesignWatch implements AutoCloseable {
  /** How often a process looks. */
  static final Duration INTERVAL = Duration.ofSeconds(2);

  /** How long an operation may begin without a look. */
  static final Duration LEASE = Duration.ofSeconds(20);

  /** While operations are under way by a design that is not in force any more. */
  private static final Duration DRAINING = Duration.ofMillis(50);

  private final StoreMeta meta;
  private final StoreRuntime runtime;
  private final Epochs epochs;
  private final DesignFollower follower;
  private final Runnable alive;
  private final BackgroundTask task;
  private volatile Stopwatch looked;

  /**
   * @param alive tells the others that this process is alive
   */
  DesignWatch(
      StoreMeta meta,
      StoreRuntime runtime,
      Epochs epochs,
      DesignFollower follower,
      Runnable alive) {
    this.meta = meta;
    this.runtime = runtime;
    this.epochs = epochs;
    this.follower = follower;
    this.alive = alive;
    this.looked = runtime.stopwatch();
    this.task = new BackgroundTask(runtime, "portolan-design", INTERVAL, this::step);
  }

  private Duration step() {
    alive.run();
    look();
    return epochs.closeRetired() ? INTERVAL : DRAINING;
  }

  private void look() {
    // The moment before the answer: what was read may be as old.
    Stopwatch now = runtime.stopwatch();
    if (Epoch.read(meta) > epochs.epoch()) {
      follower.follow();
    }
    looked = now;
  }

  /** Looks now if it did not look for long. */
  void requireLooked() {
    if (looked.exceeds(LEASE)) {
      look();
    }
  }

  @Override
  public void close() {
    task.close();
  }
}
