package org.portolan.data.internal.pace;

import java.time.Duration;
import org.portolan.data.EvolvePace;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.background.Waits;

/** Lets a job wait, so that it leaves the store to others. Used by the thread of the job. */
public interface Pace {
  /** Never waits. */
  Pace FULL = more -> {};

  /**
   * Tells that some rows or entries were handled, and waits until the job may go on. Call it also
   * with 0, between parts of the work that handle none.
   *
   * @throws org.portolan.data.InterruptedWaitException if the thread is interrupted
   */
  void handled(long more);

  /**
   * Returns the pace of a job that begins now.
   *
   * @param times of the operations to which it gives way
   * @param local whether these are all operations on the engine
   */
  static Pace of(EvolvePace pace, StoreRuntime runtime, OperationTimes times, boolean local) {
    if (pace instanceof EvolvePace.Rows rows) {
      return new SteadyPace(runtime, rows.perSecondMax());
    }
    return pace instanceof EvolvePace.Full ? FULL : new YieldingPace(runtime, times, local);
  }

  /** Waits. */
  static void pause(StoreRuntime runtime, Duration wait) {
    Waits.pause(
        runtime,
        wait,
        () -> "the work was interrupted while it paused; another run goes on with it");
  }
}
