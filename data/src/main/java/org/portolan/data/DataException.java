package org.portolan.data;

/** The data layer could not do what it was asked; the message says what, on what and why. */
public class DataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DataException(String message) {
    super(message);
  }

  public DataException(String message, Throwable cause) {
    super(message, cause);
  }
}
