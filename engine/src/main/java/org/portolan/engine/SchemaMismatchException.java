package org.portolan.engine;

/** A table exists with another schema than the requested one. */
public class SchemaMismatchException extends EngineException {
  private static final long serialVersionUID = 1L;

  public SchemaMismatchException(String message) {
    super(message);
  }

  public SchemaMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
