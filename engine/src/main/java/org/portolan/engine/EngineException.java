package org.portolan.engine;

/** An engine could not do what it was asked; the message says what was tried, on what, and why. */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
