package org.portolan.cluster;

/** A request to a cluster failed; the message says which one, why, and what to do. */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception whose message says what failed. */
  public ClusterException(String message) {
    super(message);
  }

  /** Makes an exception whose message says what failed, with its cause. */
  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
