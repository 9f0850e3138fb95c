package org.portolan.data;

/** A cursor was not made by the list that it is given to, or has been damaged. */
public final class InvalidCursorException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public InvalidCursorException(String message, Throwable cause) {
    super(message, cause);
  }
}
