package org.portolan.cluster;

/** A request to a cluster failed; the message names the request, the reason and the remedy. */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with a message that names the failed request. */
  public ClusterException(String message) {
    super(message);
  }

  /** Makes an exception with a message that names the failed request, and with its cause. */
  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
