package org.portolan.engine.ignite;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.cache.CacheException;
import org.apache.ignite.IgniteClientDisconnectedException;
import org.apache.ignite.IgniteException;
import org.apache.ignite.IgniteIllegalStateException;
import org.apache.ignite.IgniteInterruptedException;
import org.apache.ignite.client.ClientConnectionException;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClientFuture;
import org.apache.ignite.cluster.ClusterTopologyException;
import org.apache.ignite.internal.IgniteClientDisconnectedCheckedException;
import org.apache.ignite.internal.IgniteInterruptedCheckedException;
import org.apache.ignite.internal.cluster.ClusterTopologyCheckedException;
import org.apache.ignite.internal.cluster.ClusterTopologyServerNotFoundException;
import org.apache.ignite.lang.IgniteFuture;
import org.apache.ignite.transactions.TransactionHeuristicException;
import org.apache.ignite.transactions.TransactionOptimisticException;
import org.apache.ignite.transactions.TransactionRollbackException;
import org.apache.ignite.transactions.TransactionTimeoutException;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Turns Ignite's errors into the engine's exceptions. A server sends a client hardly more than the
 * text of some exceptions, so the text is examined too; an unknown error counts as the worst that
 * it can mean.
 */
final class Failures {
  private static final int TEXT_CHARS_MAX = 300;

  /** A bound, since a chain of causes could be a ring. */
  private static final int CAUSES_MAX = 20;

  private static final long PAUSE_MS = 50;

  /** Messages of a server before it changes anything, or after it has undone its changes. */
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

  /** How a client node's message begins that it has lost its servers. */
  private static final String DISCONNECTED = "Client node disconnected";

  /** Messages of a server about another server whose end it has not noticed yet. */
  private static final List<String> LEAVING =
      List.of("node may have left the grid", "node left grid", "node has left");

  private Failures() {}

  /** Whether a commit found that another transaction had committed to one of its keys. */
  static boolean isConflict(RuntimeException failure) {
    return causes(failure).anyMatch(TransactionOptimisticException.class::isInstance);
  }

  /** Whether a connection of a thin client must not be used again. */
  static boolean isOfConnection(ClientException failure) {
    return failure instanceof ClientConnectionException
        || !message(failure).contains("(server status code [");
  }

  /** Whether Ignite has thrown it, not code that was called within. */
  static boolean isOfIgnite(RuntimeException failure) {
    return failure instanceof IgniteException
        || failure instanceof CacheException
        || failure instanceof ClientException
        || isOfClosedCache(failure);
  }

  /**
   * Whether an opened cache is, or seems, closed: it was dropped and recreated, or this node was
   * away from the cluster for a while.
   */
  private static boolean isOfClosedCache(Throwable failure) {
    String text = message(failure);
    return failure instanceof IgniteIllegalStateException
        || (failure instanceof IllegalStateException
            && text.contains("Cache has been closed or destroyed"))
        || text.contains("Cannot start/stop cache within lock or transaction");
  }

  /** Whether a server could not reach another, whose end it will soon notice. */
  static boolean isOfLeaving(Throwable failure) {
    return LEAVING.stream().anyMatch(message(failure)::contains);
  }

  /** Whether a request that has changed nothing may succeed soon. */
  static boolean isPassing(RuntimeException failure) {
    return causes(failure)
        .anyMatch(
            cause ->
                cause instanceof IgniteClientDisconnectedException
                    || cause instanceof IgniteClientDisconnectedCheckedException
                    || cause instanceof ClientConnectionException
                    || isOfClosedCache(cause)
                    || isOfLeaving(cause)
                    || ((cause instanceof ClusterTopologyException
                            || cause instanceof ClusterTopologyCheckedException)
                        && !(cause instanceof ClusterTopologyServerNotFoundException)));
  }

  /** Waits until the node is connected again; after other failures, waits a little. */
  static void awaitReconnection(RuntimeException failure, long endNanos) {
    long leftMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()));
    Optional<IgniteFuture<?>> reconnection =
        causes(failure)
            .filter(IgniteClientDisconnectedException.class::isInstance)
            .map(cause -> ((IgniteClientDisconnectedException) cause).reconnectFuture())
            .filter(Objects::nonNull)
            .<IgniteFuture<?>>map(future -> future)
            .findFirst();
    try {
      if (reconnection.isPresent()) {
        reconnection.get().get(leftMs);
      } else {
        TimeUnit.MILLISECONDS.sleep(Math.min(leftMs, PAUSE_MS));
      }
    } catch (IgniteException notYet) {
      // The next attempt reports the failure.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while waiting for the cluster", stop);
    }
  }

  /** Whether this thread's interruption caused it, not a connection, which others use too. */
  static boolean isInterruption(RuntimeException failure) {
    return Thread.currentThread().isInterrupted()
        || causes(failure)
            .anyMatch(
                cause ->
                    cause instanceof InterruptedException
                        || cause instanceof IgniteInterruptedCheckedException
                        || cause instanceof IgniteInterruptedException);
  }

  /** Returns the failure of a read, or of a part of a transaction before its commit. */
  static EngineException ofRead(String act, RuntimeException failure) {
    if (isInterruption(failure)) {
      Thread.currentThread().interrupt();
      return new EngineException(
          "cannot " + act + ": interrupted while waiting for the cluster", failure);
    }
    String text = "cannot " + act + ": " + abbreviated(failure);
    if (isUnchanged(failure)
        || isPassing(failure)
        || (failure instanceof ClientException ofClient && isOfConnection(ofClient))) {
      return new UnavailableException(text, failure);
    }
    return new EngineException(text, failure);
  }

  /** Returns the failure of a commit, or of a write that is its own transaction. */
  static EngineException ofCommit(String act, RuntimeException failure) {
    if (isUnchanged(failure) && !isOfLostServers(failure)) {
      return new UnavailableException("cannot " + act + ": " + abbreviated(failure), failure);
    }
    return new OutcomeUnknownException(
        "the outcome of the attempt to " + act + " is unknown: " + abbreviated(failure), failure);
  }

  private static boolean isUnchanged(RuntimeException failure) {
    if (causes(failure).anyMatch(TransactionHeuristicException.class::isInstance)) {
      return false;
    }
    return causes(failure)
        .anyMatch(
            cause ->
                cause instanceof TransactionRollbackException
                    || cause instanceof TransactionTimeoutException
                    || UNCHANGED.stream().anyMatch(message(cause)::contains));
  }

  /**
   * Whether this client node has lost its servers. It then rolls its transactions back by itself
   * and reports that, although the servers may have committed them.
   */
  private static boolean isOfLostServers(Throwable failure) {
    return causes(failure)
        .flatMap(cause -> Stream.concat(Stream.of(cause), Stream.of(cause.getSuppressed())))
        .anyMatch(
            cause ->
                cause instanceof IgniteClientDisconnectedException
                    || cause instanceof IgniteClientDisconnectedCheckedException
                    || message(cause).startsWith(DISCONNECTED));
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(CAUSES_MAX);
  }

  private static String message(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  /** Returns the useful part of the message: Ignite adds all of its state to some messages. */
  static String abbreviated(Throwable failure) {
    String text = message(failure).lines().findFirst().orElse("");
    return text.length() <= TEXT_CHARS_MAX ? text : text.substring(0, TEXT_CHARS_MAX) + "...";
  }

  /**
   * Returns the answer of a request that was sent without waiting. The client has no time limit for
   * such requests: a server that waits for others would keep us for minutes.
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
      // This is no failure of the connection, which other threads use.
      Thread.currentThread().interrupt();
      throw new EngineException("cannot read: interrupted while waiting for the cluster", stop);
    }
  }
}
