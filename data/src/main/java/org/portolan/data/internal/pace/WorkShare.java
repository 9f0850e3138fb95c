package org.portolan.data.internal.pace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The share of its time in which a job works, by what it hears of the operations of others. Used by
 * one thread.
 *
 * <h2>Why</h2>
 *
 * Times alone say nothing: machines differ, and loads come and go. So what operations take while
 * the job works is compared with what they took while it rested a moment ago. Rests are repeated,
 * since the load of a morning is not that of a night. Several of them count together: one rest on a
 * noisy machine is a poor judge.
 */
final class WorkShare {
  /** The job goes on however slow operations are: the cause may be another. */
  static final double LEAST = 1.0 / 16;

  static final double FIRST = 1.0 / 8;

  /** The most beside operations that are not slower. */
  static final double MOST = 1.0 / 2;

  private static final double RISE = 1.25;
  private static final int RESTS = 5;

  /** Judges when it has heard this many operations, or after {@link #WINDOWS_MAX} windows. */
  private static final long JUDGED_MIN = 200;

  private static final int WINDOWS_MAX = 10;

  private final double alone;
  private final Deque<Times> rests = new ArrayDeque<>();
  private Times heard = Times.NONE;
  private int windows;
  private double share = FIRST;

  /**
   * @param alone the share if nobody is heard
   */
  WorkShare(double alone) {
    this.alone = alone;
  }

  double share() {
    return share;
  }

  /** Returns whether it is known what operations usually take. */
  boolean knowsUsual() {
    return !rests.isEmpty();
  }

  /** Takes what operations took while the job rested. */
  void rested(Times times) {
    if (rests.size() == RESTS) {
      rests.removeFirst();
    }
    rests.addLast(times);
    heard = Times.NONE;
    windows = 0;
  }

  /** Takes what operations took in a window in which the job worked. */
  void worked(Times times) {
    if (times.count() == 0) {
      share = alone;
      heard = Times.NONE;
      windows = 0;
      return;
    }
    if (share > MOST) {
      share = FIRST;
    }
    heard = heard.plus(times);
    windows++;
    if (rests.isEmpty() || (heard.count() < JUDGED_MIN && windows < WINDOWS_MAX)) {
      return;
    }
    Times usual = rests.stream().reduce(Times.NONE, Times::plus);
    share = heard.areLonger(usual) ? Math.max(LEAST, share / 2) : Math.min(MOST, RISE * share);
    heard = Times.NONE;
    windows = 0;
  }
}
