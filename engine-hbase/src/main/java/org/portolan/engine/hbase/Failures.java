package org.portolan.engine.hbase;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.PleaseHoldException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/** Turns failures of HBase's client into the engine's exceptions. */
final class Failures {
  /** A timeout of HBase's client ends a little later than configured. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** The effect of a failed attempt to write. */
  enum Attempt {
    /** None, and the next attempt may succeed. */
    NOT_MADE,
    /** None, and the next attempt would fail in the same way. */
    REFUSED,
    /** Unknown: perhaps the whole write is made. */
    UNKNOWN
  }

  private Failures() {}

  /** Returns the time until which to wait for requests that are sent now with this timeout. */
  static long end(Duration timeout) {
    return System.nanoTime() + timeout.plus(GRACE).toNanos();
  }

  /** Waits for a request to which HBase's client applies {@code timeout}, but not for ever. */
  static <T> T await(CompletableFuture<T> future, Duration timeout) throws IOException {
    return awaitUntil(future, end(timeout));
  }

  /**
   * Like {@link #await}, for several requests that were sent at once.
   *
   * @param end by {@link System#nanoTime}
   */
  static <T> T awaitUntil(CompletableFuture<T> future, long end) throws IOException {
    try {
      return future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException failure) {
      throw asIo(failure.getCause());
    } catch (TimeoutException late) {
      future.cancel(false);
      throw new IOException("no answer in time", late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while waiting for HBase").initCause(interrupted);
    }
  }

  private static IOException asIo(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof IOException io ? io : new IOException(cause);
  }

  /** Returns the last of the failures that a client has collected. */
  static Throwable root(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof RetriesExhaustedException
            || cause instanceof CompletionException
            || cause.getClass() == IOException.class)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Returns the effect of an attempt that HBase's client did not repeat. */
  static Attempt attempt(Throwable failure) {
    Throwable cause = root(failure);
    if (cause instanceof NotServingRegionException
        || cause instanceof TableNotEnabledException
        || cause instanceof RegionTooBusyException
        || cause instanceof CallQueueTooBigException
        || cause instanceof ServerNotRunningYetException
        || cause instanceof PleaseHoldException
        || cause instanceof RpcThrottlingException
        || cause instanceof NoServerForRegionException
        || cause instanceof FailedServerException
        || cause instanceof ConnectException
        || cause instanceof NoRouteToHostException
        || cause instanceof UnknownHostException
        || isOfZooKeeper(cause)) {
      return Attempt.NOT_MADE;
    }
    return cause instanceof DoNotRetryIOException ? Attempt.REFUSED : Attempt.UNKNOWN;
  }

  /**
   * Whether ZooKeeper did not answer where to send a request. HBase's client reports this with the
   * exception type that means a permanent refusal by a server.
   */
  private static boolean isOfZooKeeper(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return cause.getClass() == DoNotRetryIOException.class
        && message.startsWith("Zookeeper ")
        && message.contains(" could not be completed in ");
  }

  /**
   * Returns the failure of a read, or of a change of the tables. A failure by interruption of this
   * thread does not advise a retry.
   */
  static EngineException of(String act, IOException failure) {
    Throwable cause = root(failure);
    if (cause instanceof InterruptedIOException && Thread.currentThread().isInterrupted()) {
      return new EngineException("cannot " + act + ": " + cause.getMessage(), failure);
    }
    // A disabled table may be enabled again.
    if (cause instanceof DoNotRetryIOException
        && !(cause instanceof TableNotEnabledException)
        && !isOfZooKeeper(cause)) {
      return refused(act, failure);
    }
    return new UnavailableException(
        "cannot "
            + act
            + " now: "
            + describe(cause)
            + "; try again, or check whether the cluster is up",
        failure);
  }

  /** Returns the failure of a request that the server understood and refused. */
  static EngineException refused(String act, Throwable failure) {
    Throwable cause = root(failure);
    if (cause instanceof TableNotFoundException) {
      return new EngineException(
          "cannot " + act + ": someone dropped the table: " + describe(cause), failure);
    }
    if (String.valueOf(cause.getMessage()).contains("RawLocalFileSystem cannot be cast")) {
      return new CapabilityException(
          "cannot "
              + act
              + ": HBase loads no endpoint on a cluster whose data is in plain local files; use a"
              + " cluster on HDFS ('portolan cluster start hbase' without '--storage local')",
          failure);
    }
    return new EngineException("cannot " + act + ": " + describe(cause), failure);
  }

  /** Returns the failure of a batch of which an earlier part was made. */
  static OutcomeUnknownException partly(UnavailableException failure) {
    return new OutcomeUnknownException(
        "some of the changes were made, others were not: " + failure.getMessage(), failure);
  }

  /** Returns the name and the first line of the message: HBase appends servers' stack traces. */
  static String describe(Throwable failure) {
    String message = failure.getMessage();
    String name = failure.getClass().getSimpleName();
    return message == null ? name : name + ": " + message.lines().findFirst().orElse("").strip();
  }
}
