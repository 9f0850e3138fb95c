package org.portolan.engine;

/** The store is open in another process, and this engine allows only one at a time. */
public class StoreInUseException extends EngineException {
  private static final long serialVersionUID = 1L;

  public StoreInUseException(String message) {
    super(message);
  }

  public StoreInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
