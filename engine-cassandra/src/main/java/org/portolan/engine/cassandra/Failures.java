package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ConnectionInitException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import java.util.List;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/** Turns errors of the driver and the servers into the engine's exceptions. */
final class Failures {
  private Failures() {}

  static RuntimeException ofRead(String act, Throwable failure) {
    if (failure instanceof EngineException own) {
      return own;
    }
    if (failure instanceof QueryValidationException || failure instanceof ReadFailureException) {
      return new EngineException(text(act, failure) + reasons(failure), failure);
    }
    if (failure instanceof DriverException) {
      return new UnavailableException(text(act, failure) + "; try again", failure);
    }
    return unexpected(act, failure);
  }

  /** Only few errors show whether a failed write has happened or may still happen. */
  static RuntimeException ofWrite(String act, Throwable failure) {
    if (failure instanceof EngineException own) {
      return own;
    }
    if (failure instanceof QueryValidationException) {
      return new EngineException(text(act, failure), failure);
    }
    if (failure instanceof DriverException) {
      if (mayHaveHappened(failure)) {
        return new OutcomeUnknownException(
            text(act, failure) + "; its outcome is unknown: read before you try again", failure);
      }
      return new UnavailableException(
          text(act, failure) + "; nothing was changed, try again", failure);
    }
    return unexpected(act, failure);
  }

  /**
   * Returns what a failed write of several partitions in one request means. A server looks at the
   * replicas of one partition after the other. So if it finds too few for one, it may have sent the
   * changes of others.
   */
  static RuntimeException ofJoinedWrite(RuntimeException failure) {
    if (failure instanceof UnavailableException && isAnswered(failure.getCause())) {
      return new OutcomeUnknownException(
          "of the changes in one request, some may have been made: "
              + failure.getCause().getMessage()
              + "; read before you try again",
          failure);
    }
    return failure;
  }

  private static boolean isAnswered(Throwable failure) {
    if (failure instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(List::stream)
          .anyMatch(Failures::isAnswered);
    }
    return failure instanceof com.datastax.oss.driver.api.core.servererrors.UnavailableException;
  }

  /** The exception for a write whose waiting thread was interrupted. */
  static OutcomeUnknownException ofInterruptedWrite(String act, Throwable interrupted) {
    return new OutcomeUnknownException(
        "the outcome of the attempt to "
            + act
            + " is unknown: interrupted while waiting for Cassandra; read before you try again",
        interrupted);
  }

  private static RuntimeException unexpected(String act, Throwable failure) {
    return failure instanceof RuntimeException fault
        ? fault
        : new EngineException(text(act, failure), failure);
  }

  private static boolean mayHaveHappened(Throwable failure) {
    if (failure instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(List::stream)
          .anyMatch(Failures::mayHaveHappened);
    }
    return !(failure instanceof com.datastax.oss.driver.api.core.servererrors.UnavailableException
        || failure instanceof BootstrappingException
        || failure instanceof NodeUnavailableException
        || failure instanceof BusyConnectionException
        || failure instanceof ConnectionInitException
        || failure instanceof RequestThrottlingException);
  }

  /** Returns the servers' numbers of the reasons why they could not read. */
  private static String reasons(Throwable failure) {
    return failure instanceof ReadFailureException refused && !refused.getReasonMap().isEmpty()
        ? "; reasons by server: " + refused.getReasonMap()
        : "";
  }

  private static String text(String act, Throwable failure) {
    String said = failure.getMessage();
    return "cannot " + act + ": " + (said == null ? failure.getClass().getSimpleName() : said);
  }
}
