package org.portolan.migrate;

/** A migration cannot begin or go on. The message says why and what to do. */
public class MigrateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MigrateException(String message) {
    super(message);
  }

  public MigrateException(String message, Throwable cause) {
    super(message, cause);
  }
}
