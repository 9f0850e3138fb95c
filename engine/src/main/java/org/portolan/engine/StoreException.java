package org.portolan.engine;

/**
 * The root of what a store throws when it fails: {@link EngineException} and its kinds where the
 * engine failed, {@code DataException} and its kinds where the data layer did. Whoever catches this
 * one has caught every failure of a store. Wrong use is no failure of a store and lies outside:
 * {@link IllegalArgumentException} for what a design or schema does not know, {@link
 * IllegalStateException} for a store that is closed.
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
