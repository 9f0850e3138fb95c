package org.portolan.engine.hbase.preparedscan;

import java.io.IOException;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers the tables of a connection that have no endpoint. They are checked again after a while,
 * so that a deployment is noticed. Thread-safe.
 */
public final class Endpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);
  private static final long AGAIN_NANOS = 60_000_000_000L;

  /** How HBase says that a service has no such method. */
  private static final String UNKNOWN_METHOD = "Unknown method";

  /** The instances, one for each connection that is still in use. */
  private static final Map<AsyncConnection, Endpoints> KNOWN = new WeakHashMap<>();

  private final Map<TableName, Long> withoutUntil = new ConcurrentHashMap<>();
  private final Map<TableName, Long> singleUntil = new ConcurrentHashMap<>();
  private final Map<TableName, Boolean> toldSingle = new ConcurrentHashMap<>();
  private final Map<TableName, Boolean> told = new ConcurrentHashMap<>();

  private Endpoints() {}

  /** Returns the known state of a connection's tables. */
  public static Endpoints of(AsyncConnection connection) {
    synchronized (KNOWN) {
      return KNOWN.computeIfAbsent(connection, key -> new Endpoints());
    }
  }

  /** Returns whether the table may have an endpoint, so that a request to it is worthwhile. */
  public boolean mayHave(TableName table) {
    return isOver(withoutUntil.get(table));
  }

  /** Like {@link #mayHave}, for an endpoint that answers several ranges in one request. */
  boolean mayHaveRanges(TableName table) {
    return mayHave(table) && isOver(singleUntil.get(table));
  }

  private static boolean isOver(Long until) {
    return until == null || System.nanoTime() - until >= 0;
  }

  /**
   * Like {@link #isLacking}, for a request for several ranges: endpoints of older releases do not
   * know it.
   */
  boolean isLackingRanges(TableName table, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      if (cause instanceof UnknownProtocolException
          && String.valueOf(cause.getMessage()).contains(UNKNOWN_METHOD)) {
        singleUntil.put(table, System.nanoTime() + AGAIN_NANOS);
        if (toldSingle.putIfAbsent(table, true) == null) {
          LOG.info(
              "the endpoint of table '{}' is of an older release and answers one range at a time;"
                  + " deploy it anew ('portolan hbase deploy-prepared-scan')",
              table);
        }
        return true;
      }
    }
    return isLacking(table, failure);
  }

  /**
   * Records a failure.
   *
   * @return whether the failure means that there is no endpoint; use HBase's own scan then
   */
  public boolean isLacking(TableName table, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      if (cause instanceof UnknownProtocolException) {
        lacks(table, "has no endpoint for prepared scans ('portolan hbase deploy-prepared-scan')");
        return true;
      }
      if (cause instanceof LinkageError) {
        lacks(
            table,
            "cannot be read by prepared scans: they need HBase's shaded client, but another client"
                + " is on the class path");
        return true;
      }
    }
    return false;
  }

  private static Throwable next(Throwable failure) {
    return failure instanceof ExecutionException
            || failure instanceof CompletionException
            || failure instanceof RetriesExhaustedException
            || failure.getClass() == IOException.class
        ? failure.getCause()
        : null;
  }

  private void lacks(TableName table, String why) {
    withoutUntil.put(table, System.nanoTime() + AGAIN_NANOS);
    if (told.putIfAbsent(table, true) == null) {
      LOG.info("table '{}' {}; HBase's own scan reads its rows", table, why);
    }
  }
}
