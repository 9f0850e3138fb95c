package org.portolan.engine.ignite;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ignite.client.ClientConnectionException;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClientFuture;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * What Ignite's errors mean. A server tells a thin client hardly more than the text of its
 * exception, so that is what is looked at; a text that is not known here counts as the worst that
 * it can mean.
 */
final class Failures {
  private static final int TEXT_CHARS_MAX = 300;

  /** Followed by the kind of conflict: read/write or lock. */
  private static final String PREPARE = "Failed to prepare transaction";

  /** A server says these before it changes anything, or after it has undone it. */
  private static final List<String> UNCHANGED =
      List.of(
          "cache topology is not valid",
          "all partition owners have left the grid",
          "partition has been lost",
          "cluster is inactive",
          "is not active",
          "read-only mode",
          "was rolled back",
          "has been rolled back",
          "timed out and was rolled back",
          "too many active transactions",
          "Node is stopping");

  private Failures() {}

  /** Whether a commit found that somebody else had committed to one of its keys. */
  static boolean isConflict(ClientException failure) {
    String text = message(failure);
    return text.contains(PREPARE) && text.contains("conflict");
  }

  /** Whether the connection is not to be used again. */
  static boolean isOfConnection(ClientException failure) {
    return failure instanceof ClientConnectionException
        || !message(failure).contains("(server status code [");
  }

  /** Of a read, or of a part of a transaction that is not yet its commit. */
  static EngineException ofRead(String act, ClientException failure) {
    String text = "cannot " + act + ": " + abbreviated(failure);
    if (isUnchanged(failure) || isOfConnection(failure)) {
      return new UnavailableException(text, failure);
    }
    return new EngineException(text, failure);
  }

  /** Of a commit or of a write that is its own transaction. */
  static EngineException ofCommit(String act, ClientException failure) {
    if (isUnchanged(failure)) {
      return new UnavailableException("cannot " + act + ": " + abbreviated(failure), failure);
    }
    return new OutcomeUnknownException(
        "it is not known whether it succeeded to " + act + ": " + abbreviated(failure), failure);
  }

  private static boolean isUnchanged(ClientException failure) {
    String text = message(failure);
    return UNCHANGED.stream().anyMatch(text::contains);
  }

  private static String message(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  /** Returns what a person needs of the text: Ignite adds all of its state to some. */
  private static String abbreviated(Throwable failure) {
    String text = message(failure).lines().findFirst().orElse("");
    return text.length() <= TEXT_CHARS_MAX ? text : text.substring(0, TEXT_CHARS_MAX) + "...";
  }

  /**
   * Returns the answer of a request that was sent without waiting. The client bounds the time of
   * such requests by nothing: a server that waits for others would keep us for minutes.
   */
  static <T> T await(IgniteClientFuture<T> answer, int timeoutMs) {
    try {
      return answer.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new ClientConnectionException("no answer within " + timeoutMs + " ms", late);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof ClientException cause) {
        throw cause;
      }
      throw new ClientException(failure.getCause());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new ClientConnectionException("interrupted while waiting for the cluster", stop);
    }
  }
}
