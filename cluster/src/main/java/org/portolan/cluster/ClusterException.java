package org.portolan.cluster;

/** A cluster could not do what it was asked; the message says what, why, and what to do. */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what failed. */
  public ClusterException(String message) {
    super(message);
  }

  /** Says what failed, and because of what. */
  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
