package org.portolan.engine;

/**
 * The root of all failures of a store: {@link EngineException} and its kinds if the engine failed,
 * {@code DataException} and its kinds if the data layer failed. To catch every failure of a store,
 * catch this exception. Wrong use is no failure of a store and throws others: {@link
 * IllegalArgumentException} for names or values that a design or schema does not know, {@link
 * IllegalStateException} for a closed store.
 */
public abstract class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected StoreException(String message) {
    super(message);
  }

  protected StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
