package org.portolan.testkit;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Names the engine in the message of a failed test. A build's report shows of a class that runs on
 * several engines only the number of the run.
 */
final class NamedFailure {
  private NamedFailure() {}

  /**
   * Returns a failure that names the engine, with the stack trace of the original, which is its
   * cause. A failed assertion stays one, with the values that it compared. An aborted test is no
   * failure.
   */
  static Throwable of(String engine, Throwable failure) {
    if (failure instanceof TestAbortedException) {
      return failure;
    }
    Throwable named = named("on " + engine + ": ", failure);
    named.setStackTrace(failure.getStackTrace());
    return named;
  }

  private static Throwable named(String prefix, Throwable failure) {
    if (failure instanceof AssertionFailedError compared
        && compared.isExpectedDefined()
        && compared.isActualDefined()) {
      return new AssertionFailedError(
          prefix + failure.getMessage(), compared.getExpected(), compared.getActual(), failure);
    }
    return failure instanceof AssertionError
        ? new AssertionError(prefix + failure.getMessage(), failure)
        : new IllegalStateException(prefix + failure, failure);
  }
}
