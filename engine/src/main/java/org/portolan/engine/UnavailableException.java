package org.portolan.engine;

/**
 * The store cannot answer now: a server does not respond, or too few of them are alive. A read may
 * be retried. A write that throws this has changed nothing and may be retried too.
 */
public class UnavailableException extends EngineException {
  private static final long serialVersionUID = 1L;

  public UnavailableException(String message) {
    super(message);
  }

  public UnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
