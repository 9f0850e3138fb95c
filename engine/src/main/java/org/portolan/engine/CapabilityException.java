package org.portolan.engine;

/**
 * A request needs a capability that the engine lacks, or exceeds one of its limits. Nothing was
 * changed, and the same request will never work on this engine.
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
