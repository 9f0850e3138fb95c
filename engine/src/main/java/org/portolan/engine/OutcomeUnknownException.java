package org.portolan.engine;

/** A write may or may not have happened. Read the row before you retry. */
public class OutcomeUnknownException extends EngineException {
  private static final long serialVersionUID = 1L;

  public OutcomeUnknownException(String message) {
    super(message);
  }

  public OutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
