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
 */
public record EvolveOptions(boolean stopped, Duration patience, StoreRuntime runtime) {
  public static final EvolveOptions DEFAULT =
      new EvolveOptions(false, Duration.ofSeconds(75), StoreRuntime.system());

  public EvolveOptions {
    if (patience.isNegative()) {
      throw new IllegalArgumentException("patience must not be negative but is " + patience);
    }
  }

  /** Returns these options of a caller who vouches that nobody else has the store open. */
  public EvolveOptions whileStopped() {
    return new EvolveOptions(true, patience, runtime);
  }

  /** Returns these options with another runtime. */
  public EvolveOptions in(StoreRuntime other) {
    return new EvolveOptions(stopped, patience, other);
  }

  /** Returns these options with another patience. */
  public EvolveOptions waiting(Duration other) {
    return new EvolveOptions(stopped, other, runtime);
  }
}
