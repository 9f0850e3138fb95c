package org.portolan.engine;

/**
 * How many replicas of a row answer before a read or write returns. The next read sees a write if
 * both use {@code QUORUM}, or if the write uses {@code ALL} and the read {@code ONE}. A store for
 * repaired writes needs majorities for both, see {@link Engine#staleReads}.
 */
public enum Consistency {
  ONE,
  /** More than half of the replicas. */
  QUORUM,
  ALL,
  /** One replica of the data centre of the client. */
  LOCAL_ONE,
  /** More than half of the replicas in the data centre of the client. */
  LOCAL_QUORUM
}
