package org.portolan.data;

/**
 * A store cannot be opened as it is: it has another design than the one given, or it was written in
 * a format that this release does not read. The message lists the differences and says what to do.
 */
public class StoreMismatchException extends DataException {
  private static final long serialVersionUID = 1L;

  public StoreMismatchException(String message) {
    super(message);
  }

  public StoreMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
