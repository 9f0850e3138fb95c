package org.portolan.data.internal.background;

import java.util.function.Consumer;

/** Reports of failures after which a background thread goes on. */
public final class Reports {
  private Reports() {}

  /**
   * Reports a failure. A report needs memory: while memory is full, it may fail as the work did. It
   * is then left out, since it must not end the thread that the failure has not ended.
   *
   * @param report made beforehand: to make one needs memory too
   */
  public static void report(Consumer<Throwable> report, Throwable failure) {
    try {
      report.accept(failure);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      // Nothing can be said now. If the failure lasts, a later report says it.
    }
  }
}
