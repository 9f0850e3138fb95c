package org.portolan.engine;

/**
 * An engine could not do what it was asked; the message says what was tried, on what, and why. A
 * write of one row or one transaction that throws this has changed nothing, unless it is an {@link
 * OutcomeUnknownException}. Where it is none of the kinds below, the same may fail again.
 */
public class EngineException extends StoreException {
  private static final long serialVersionUID = 1L;

  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
