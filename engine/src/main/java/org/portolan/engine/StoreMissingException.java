package org.portolan.engine;

/** There is no store where one was to be opened. */
public class StoreMissingException extends EngineException {
  private static final long serialVersionUID = 1L;

  public StoreMissingException(String message) {
    super(message);
  }

  public StoreMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
