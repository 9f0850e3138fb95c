package org.portolan.engine;

/**
 * An engine was asked for what its capabilities exclude, or for more than one of its limits admits.
 * Nothing was changed, and the same will never work on this engine.
 */
public class CapabilityException extends EngineException {
  private static final long serialVersionUID = 1L;

  public CapabilityException(String message) {
    super(message);
  }

  public CapabilityException(String message, Throwable cause) {
    super(message, cause);
  }
}
