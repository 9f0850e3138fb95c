package org.portolan.engine.hbase;

import org.portolan.engine.EngineException;

/**
 * Gives timestamps, in milliseconds, to the writes of this process that have no version: the time,
 * but never a timestamp with which an earlier write of this process would win over a later one.
 * HBase orders puts with equal timestamps by their arrival, but a removal wins over all puts with
 * its own timestamp or an earlier one; so a put after a removal gets a later timestamp.
 * Thread-safe.
 *
 * <p>The clock runs ahead of the time only if puts and removals alternate faster than once a
 * millisecond, and by {@link #LEAD_MAX} at most: a caller that would move it further waits. Another
 * process that takes over needs longer than that to start.
 */
final class WriteClock {
  static final WriteClock OF_PROCESS = new WriteClock();

  /** How far the clock may be ahead of the time, in milliseconds. */
  private static final long LEAD_MAX = 500;

  private long last;
  private boolean removedAtLast;

  /**
   * Returns a timestamp for writes that belong together.
   *
   * @param puts whether they put anything
   * @param removes whether they remove anything at that timestamp
   * @param replaces whether they remove anything up to the timestamp before it
   * @throws EngineException if this thread is interrupted while it waits; it stays interrupted, and
   *     nothing was changed
   */
  long next(boolean puts, boolean removes, boolean replaces) {
    long stamp;
    long lead;
    synchronized (this) {
      long now = System.currentTimeMillis();
      stamp = Math.max(now, replaces || (puts && removedAtLast) ? last + 1 : last);
      removedAtLast = removes || (removedAtLast && stamp == last);
      last = stamp;
      lead = stamp - now;
    }
    if (lead > LEAD_MAX) {
      try {
        Thread.sleep(lead - LEAD_MAX);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new EngineException(
            "interrupted while waiting for the clock to reach the earlier timestamps; nothing was"
                + " changed",
            interrupted);
      }
    }
    return stamp;
  }
}
