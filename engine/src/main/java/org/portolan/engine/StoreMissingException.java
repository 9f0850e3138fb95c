package org.portolan.engine;

/** The store to be opened does not exist. */
public class StoreMissingException extends EngineException {
  private static final long serialVersionUID = 1L;

  public StoreMissingException(String message) {
    super(message);
  }

  public StoreMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
