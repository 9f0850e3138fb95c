package org.portolan.engine;

/**
 * A request to an engine failed; the message names the action, its object, and the reason. A write
 * of one row or one transaction that throws this has changed nothing, unless it is an {@link
 * OutcomeUnknownException}. If the exception is of no subclass, a retry may fail again.
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
