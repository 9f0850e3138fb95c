package org.portolan.data;

import java.time.Duration;

/**
 * How a design is changed.
 *
 * @param stopped whether the caller vouches that no other process has the store open; needed on an
 *     engine with transactions over several processes (Ignite), which shows nobody who they are
 * @param patience how long to wait for other processes to end; a process that died is waited for
 *     about 45 seconds
 * @param runtime clocks, threads and random numbers
 * @param progress is told while indexes and counters are built
 * @param pace of a change while applications go on; a change of a stopped store goes as fast as it
 *     can
 */
public record EvolveOptions(
    boolean stopped, Duration patience, StoreRuntime runtime, Progress progress, EvolvePace pace) {
  public static final EvolveOptions DEFAULT =
      new EvolveOptions(
          false, Duration.ofSeconds(75), StoreRuntime.system(), Progress.NONE, EvolvePace.FULL);

  /** Is told how far a step is; called by the thread that makes the change. */
  public interface Progress {
    Progress NONE = (step, done) -> {};

    /**
     * Tells how much of a step is done.
     *
     * @param step for people, for example {@code rows of page}
     * @param done the rows or entries of this step so far
     */
    void at(String step, long done);

    /**
     * As {@link #at(String, long)}, of a step whose end is known.
     *
     * @param expected about how many there are in all
     */
    default void at(String step, long done, long expected) {
      at(step, done);
    }
  }

  public EvolveOptions {
    if (patience.isNegative()) {
      throw new IllegalArgumentException("patience must not be negative but is " + patience);
    }
  }

  /** Returns these options of a caller who vouches that nobody else has the store open. */
  public EvolveOptions whileStopped() {
    return new EvolveOptions(true, patience, runtime, progress, pace);
  }

  /** Returns these options with another runtime. */
  public EvolveOptions in(StoreRuntime other) {
    return new EvolveOptions(stopped, patience, other, progress, pace);
  }

  /** Returns these options with another patience. */
  public EvolveOptions waiting(Duration other) {
    return new EvolveOptions(stopped, other, runtime, progress, pace);
  }

  /** Returns these options with somebody who is told of the progress. */
  public EvolveOptions telling(Progress other) {
    return new EvolveOptions(stopped, patience, runtime, other, pace);
  }

  /** Returns these options with another pace. */
  public EvolveOptions paced(EvolvePace other) {
    return new EvolveOptions(stopped, patience, runtime, progress, other);
  }
}
