package org.portolan.data;

import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The limits of an {@link AsyncStore}.
 *
 * @param underWayMax the most calls that run at the same time, 1 to {@value #UNDER_WAY_LIMIT}; each
 *     has a thread while it runs
 * @param waitingMax the most calls that wait for others to end, 0 to {@value #WAITING_LIMIT};
 *     further calls are refused
 * @param executor runs the calls; empty for threads of the store, which do not keep the process
 *     alive and end after ten seconds without work. An executor that rejects a call makes it fail
 *     with its exception. It needs {@code underWayMax} threads, and the store does not shut it down
 */
public record AsyncOptions(int underWayMax, int waitingMax, Optional<Executor> executor) {
  public static final int UNDER_WAY_LIMIT = 10_000;
  public static final int WAITING_LIMIT = 1_000_000;

  /** 64 calls under way, 1,000 waiting, threads of the store. */
  public static final AsyncOptions DEFAULT = new AsyncOptions(64, 1_000, Optional.empty());

  public AsyncOptions {
    require("underWayMax", underWayMax, 1, UNDER_WAY_LIMIT);
    require("waitingMax", waitingMax, 0, WAITING_LIMIT);
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + " but is " + value);
    }
  }

  /** Returns these options with another limit of calls that run at the same time. */
  public AsyncOptions underWayMax(int calls) {
    return new AsyncOptions(calls, waitingMax, executor);
  }

  /** Returns these options with another limit of calls that wait. */
  public AsyncOptions waitingMax(int calls) {
    return new AsyncOptions(underWayMax, calls, executor);
  }

  /** Returns these options with an executor of the application. */
  public AsyncOptions on(Executor threads) {
    return new AsyncOptions(underWayMax, waitingMax, Optional.of(threads));
  }
}
