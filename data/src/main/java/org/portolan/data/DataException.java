package org.portolan.data;

import org.portolan.engine.StoreException;

/**
 * The data layer could not do an operation; the message names the operation, its object and the
 * reason. Failures of the engine pass through the data layer unchanged: {@link StoreException} is
 * the root of both.
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
