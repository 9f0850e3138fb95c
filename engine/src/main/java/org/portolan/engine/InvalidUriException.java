package org.portolan.engine;

/** The URI of a store has no engine, or not the form that its engine reads. */
public final class InvalidUriException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidUriException(String message) {
    super(message);
  }

  InvalidUriException(IllegalArgumentException cause) {
    super(cause.getMessage(), cause);
  }
}
