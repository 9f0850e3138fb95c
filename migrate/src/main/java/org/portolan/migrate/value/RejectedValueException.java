package org.portolan.migrate.value;

/** A value does not fit its column. The message is the reason, without the column. */
public final class RejectedValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RejectedValueException(String reason) {
    // Thrown for single rows, of which there may be millions: without a stack trace.
    super(reason, null, false, false);
  }
}
