package org.portolan.data;

import org.portolan.engine.StoreException;

/**
 * The data layer could not do what it was asked; the message says what, on what and why. Failures
 * of the engine pass through the data layer as they are: {@link StoreException} is the root of
 * both.
 */
public class DataException extends StoreException {
  private static final long serialVersionUID = 1L;

  public DataException(String message) {
    super(message);
  }

  public DataException(String message, Throwable cause) {
    super(message, cause);
  }
}
