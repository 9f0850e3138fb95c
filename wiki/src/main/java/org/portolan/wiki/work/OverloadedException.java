package org.portolan.wiki.work;

/** Work was refused, and nothing of it was done, because too much is waiting already. */
public final class OverloadedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OverloadedException(String message) {
    super(message);
  }
}
