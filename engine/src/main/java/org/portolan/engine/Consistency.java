package org.portolan.engine;

/**
 * How many replicas of a row answer before a read or write returns. What is written and read at
 * {@code QUORUM}, or written at {@code ALL} and read at {@code ONE}, is seen by the next read. A
 * store for repaired writes needs majorities for both, see {@link Engine#staleReads}.
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
