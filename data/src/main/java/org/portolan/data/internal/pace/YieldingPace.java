package org.portolan.data.internal.pace;

import java.time.Duration;
import org.portolan.data.StoreRuntime;

/**
 * Works and pauses by turns, so that the job works in a share of its time: see {@link WorkShare}.
 * Used by one thread.
 *
 * <h2>Why</h2>
 *
 * An operation that meets the job at work waits for the processor, the disk or a lock, at most as
 * long as a turn lasts. So turns are short, and after each the job pauses in proportion to the time
 * that it took: if the machine is slow, turns take longer and so do pauses. This is the
 * "nice-ratio" of gh-ost. Its limits on the load of a server are bounds that somebody must know;
 * here operations are compared with themselves, as CockroachDB does with waits for a processor.
 */
final class YieldingPace implements Pace {
  private static final long TURN_NANOS = Duration.ofMillis(4).toNanos();

  /**
   * On a machine that is busy with other things, turns take long and are not paid for in full, so
   * that the job ends some day.
   */
  private static final long PAUSE_LOCAL_NANOS_MAX = Duration.ofMillis(100).toNanos();

  /** A request to a server takes longer. */
  private static final long PAUSE_NANOS_MAX = Duration.ofSeconds(2).toNanos();

  private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();
  private static final Duration REST = Duration.ofSeconds(2);
  private static final long BETWEEN_RESTS_NANOS = Duration.ofSeconds(60).toNanos();

  private final StoreRuntime runtime;
  private final OperationTimes times;
  private final WorkShare share;
  private final double pauseNanosMax;
  private long turnBegan;
  private long windowBegan;
  private long rested;

  YieldingPace(StoreRuntime runtime, OperationTimes times, boolean local) {
    this.runtime = runtime;
    this.times = times;
    this.share = new WorkShare(local ? 1 : WorkShare.MOST);
    this.pauseNanosMax = (double) (local ? PAUSE_LOCAL_NANOS_MAX : PAUSE_NANOS_MAX);
    this.turnBegan = runtime.monotonicNanos();
    this.windowBegan = turnBegan;
    this.rested = turnBegan;
  }

  @Override
  public void handled(long more) {
    long worked = runtime.monotonicNanos() - turnBegan;
    if (worked < TURN_NANOS) {
      return;
    }
    double pause = Math.min(pauseNanosMax, worked * (1 / share.share() - 1));
    if (pause >= 1) {
      Pace.pause(runtime, Duration.ofNanos((long) pause));
    }
    look();
    turnBegan = runtime.monotonicNanos();
  }

  private void look() {
    long now = runtime.monotonicNanos();
    if (now - windowBegan < WINDOW_NANOS) {
      return;
    }
    Times heard = times.take();
    share.worked(heard);
    boolean due = !share.knowsUsual() || now - rested >= BETWEEN_RESTS_NANOS;
    if (due && heard.count() > 0) {
      Pace.pause(runtime, REST);
      share.rested(times.take());
      rested = runtime.monotonicNanos();
    }
    windowBegan = runtime.monotonicNanos();
  }
}
